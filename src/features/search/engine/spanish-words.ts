/**
 * What shoppers in Latin America type, Peru first, by its English words: one meaning per line. Accents and plurals are not needed.
 */
const LINES = `
// Fruits
apple: manzana
avocado: aguacate, palta
banana: plátano, banano, guineo, cambur
blackberry: mora, zarzamora
blueberry: arándano
cherry: cereza
coconut: coco
cranberry: arándano rojo
fruit: fruta
grape: uva
grapefruit: toronja, pomelo
guava: guayaba
lemon: limón
mandarin: mandarina
orange: naranja
passion fruit: maracuyá, granadilla, parchita, chinola
peach: durazno, melocotón
pear: pera
pineapple: piña, ananá
plum: ciruela
pomegranate: granada
prunes: ciruela pasa, guindón
raisins: pasa, uva pasa
raspberry: frambuesa
soursop: guanábana
strawberry: fresa, frutilla
tamarind: tamarindo
tangerine: tangerina
watermelon: sandía
// Vegetables and herbs
artichoke: alcachofa
arugula: rúcula
asparagus: espárrago
basil: albahaca
bay leaf: hoja de laurel
beans: frijol, frejol, poroto, habichuela, caraota
beet: remolacha, betarraga, beterraga, betabel
bell pepper: pimiento, pimentón, morrón
black beans: frijol negro
broccoli: brócoli
cabbage: repollo
carrot: zanahoria
cassava: yuca, mandioca
cauliflower: coliflor
celery: apio
chickpea: garbanzo
chile: ají
cilantro: culantro
corn: maíz, choclo, elote
cucumber: pepino
eggplant: berenjena
fava beans: haba
garlic: ajo
ginger: jengibre, kion
green beans: vainita, ejote, judía verde, chaucha
kidney beans: frijol rojo
leek: poro, puerro
lentil: lenteja
lettuce: lechuga
lima beans: pallar
mint: menta, hierbabuena
mushroom: champiñón, hongo, seta
olives: aceituna
onion: cebolla
parsley: perejil
peas: arveja, chícharo, guisante
potato: papa, patata
pumpkin: zapallo, calabaza, auyama
radish: rábano
red onion: cebolla roja
rosemary: romero
spinach: espinaca
squash: zapallito
sweet potato: camote, batata, boniato
swiss chard: acelga
thyme: tomillo
tomato: tomate, jitomate
vegetable: verdura, vegetales
// Milk, eggs, meat and fish
anchovies: anchoveta, anchoa
bacon: tocino, tocineta
beef: res, carne de res
butter: mantequilla, manteca
cheese: queso
chicken: pollo
chicken breast: pechuga, pechuga de pollo
condensed milk: leche condensada
cottage cheese: requesón
cream: crema, nata, crema de leche
cream cheese: queso crema
egg: huevo
evaporated milk: leche evaporada
fish: pescado
goat cheese: queso de cabra
ground beef: carne molida, carne picada
ham: jamón
lamb: cordero
meat: carne
dairy: lácteo
milk: leche
parmesan: parmesano
pork: cerdo, chancho
powdered milk: leche en polvo
salmon: salmón
sardines: sardina
sausage: salchicha
seafood: marisco
shrimp: camarón, langostino, gamba
trout: trucha
tuna: atún
turkey: pavo
yogurt: yogur
// Pantry
almonds: almendra
barley: cebada
bread: pan
bread crumbs: pan rallado
broth: caldo
brown rice: arroz integral
brown sugar: azúcar rubia, azúcar morena
candy: caramelo, golosina
canned tuna: atún en lata
cashew: marañón, castaña de cajú
cinnamon: canela
cloves: clavo de olor
cocoa: cacao, cocoa en polvo
cake: torta, queque, bizcocho, pastel
cookies: galleta
cornstarch: maicena, almidón de maíz
crackers: galleta de soda, galleta salada
cumin: comino
dried fruit: fruta seca
flour: harina
honey: miel
hot sauce: salsa picante
jam: mermelada
ketchup: cátsup
mayonnaise: mayonesa
mustard: mostaza
noodles: fideo, tallarín
nuts: nuez, frutos secos
oats: avena
oil: aceite
olive oil: aceite de oliva
oregano: orégano
paprika: pimentón dulce
peanut: maní, cacahuate
peanut butter: mantequilla de maní, crema de cacahuate
pepper: pimienta
popcorn: canchita, palomitas, cabritas
quinoa: quinua
rice: arroz
salt: sal
sauce: salsa
sesame: ajonjolí, sésamo
snacks: piqueo, bocadito
soup: sopa
soy: soya
soy sauce: sillao, salsa de soya
spaghetti: espagueti
spices: especia
sugar: azúcar
sunflower oil: aceite de girasol
sweets: dulce
tomato paste: pasta de tomate
tomato sauce: salsa de tomate
tortillas: tortilla
turmeric: cúrcuma, palillo
vanilla: vainilla
vegetable oil: aceite vegetal
vinegar: vinagre
walnuts: nuez de castilla
whole wheat bread: pan integral
yeast: levadura
// Drinks
beer: cerveza
chamomile: manzanilla
coconut water: agua de coco
coffee: café
drinks: bebida
energy drink: bebida energizante
green tea: té verde
ice: hielo
ice cream: helado
instant coffee: café instantáneo
juice: jugo, zumo
lemonade: limonada
mineral water: agua mineral
orange juice: jugo de naranja
red wine: vino tinto
soda: refresco, gaseosa
sparkling water: agua con gas
tea: té
water: agua
white wine: vino blanco
wine: vino
// House and care
air freshener: ambientador
aluminum foil: papel aluminio
baby: bebé
baby food: papilla, comida para bebé
baby wipes: toallitas húmedas, paño húmedo
batteries: pila, batería
bleach: lejía, cloro, lavandina
broom: escoba
candle: vela
cat litter: arena para gatos
cat food: comida para gatos
cleaning: limpieza
conditioner: acondicionador
cotton: algodón
dental floss: hilo dental
deodorant: desodorante
detergent: detergente
diapers: pañal
dish soap: lavavajillas, lavaplatos, jabón de platos
disinfectant: desinfectante
dog food: comida para perros
fabric softener: suavizante
gloves: guante
hand soap: jabón de manos
insecticide: insecticida
light bulb: foco, bombilla
matches: fósforo, cerillo
mop: trapeador
mouthwash: enjuague bucal
paper napkins: servilleta
paper towel: toalla de papel, papel toalla
perfume: colonia
pet: mascota
razor: rasuradora, afeitadora, máquina de afeitar
sanitary pads: toalla higiénica
shampoo: champú
soap: jabón
sponge: esponja
sunscreen: bloqueador, protector solar
tissues: pañuelo
toilet paper: papel higiénico, papel de baño
toothbrush: cepillo de dientes
toothpaste: pasta de dientes, pasta dental, dentífrico
trash bags: bolsas de basura
`;

/** The pairs of Spanish and English words. */
export const SPANISH_PAIRS: readonly { spanish: string; english: string }[] = LINES.split("\n").flatMap((line) => {
  const [english = "", list] = line.split(": ");
  return list && !english.startsWith("//") ? list.split(", ").map((spanish) => ({ spanish, english })) : [];
});
