import { CURRENCIES } from "#shared/currencies.ts";
import { FIELDS, type Field } from "../contract.ts";

const words = (text: string) => text.trim().split(/\s+/);

/** Names of columns with Spanish texts: `Nombre (es)`, `Name ES`, `Spanish name`. */
const inSpanish = (...names: readonly string[]) =>
  names.flatMap((name) => ["es", "espanol", "spanish", "esp"].map((mark) => name + mark).concat(`spanish${name}`, `es${name}`));

/** Names of what shoppers pay, and of nothing else. */
const RETAIL = words(`variantprice regularprice retailprice sellingprice sellprice pvp preciodeventa precioventa precioventapublico
  preciodeventapublico preciodeventaalpublico precioventaalpublico preciopublico precioalpublico pventa precionormal precioregular verkaufspreis vkpreis vk endpreis ladenpreis
  regularerpreis normalpreis verkaufspreisbrutto vkbrutto bruttovk`);
/** Names of the price that a supplier or manufacturer recommends to shops. */
const RECOMMENDED = words(`rrp srp mrp msrp recommendedretailprice suggestedretailprice recommendedprice marketprice pvpr
  preciorecomendado preciodeventarecomendado preciosugerido uvp unverbindlichepreisempfehlung empfohlenerverkaufspreis`);
/** What shoppers pay in one file is what the shop pays in another. */
const OPEN = words("price unitprice listprice price1 precio preciounitario preciounit punit preis einzelpreis");
const CASE = words("caseprice pricepercase cartonprice boxprice preciocaja precioporcaja preciobulto kartonpreis preisprokarton");

/**
 * The columns that may hold what the shop pays, because a column beside them says what shoppers pay, or what a case of the product costs.
 * @param bare the names of the file's columns, see {@link bareHeading}
 */
export function doubtfulPrices(bare: readonly string[]): number[] {
  const isDoubtful =
    !bare.some((name) => HEADINGS.cost_price?.includes(name)) &&
    bare.some((name) => RETAIL.includes(name) || RECOMMENDED.includes(name) || CASE.includes(name));
  return isDoubtful ? bare.flatMap((name, place) => (OPEN.includes(name) ? [place] : [])) : [];
}

/**
 * Column names of other systems in English, Spanish and German, in lower case without accents, spaces and punctuation. Earlier names are
 * preferred if a file has several.
 */
export const HEADINGS: Readonly<Partial<Record<Field, readonly string[]>>> = {
  sku: words(`variantsku itemcode itemnumber itemno itemid articlenumber articleno productcode productnumber productid partnumber stockcode
    suppliercode code codigo codigoarticulo codigoproducto codigodeproducto codigodelproducto codigointerno referencia ref artikelnummer artikelnr artnr artnummer bestellnummer produktnummer`),
  name: words(`title producttitle productname itemname product item itemdescription nombre nombreproducto nombrearticulo
    nombredeproducto nombredelproducto descripcionproducto descripciondelproducto descripcionarticulo descripciondelarticulo titulo articulo producto
    denominacion
    bezeichnung artikelbezeichnung produktname artikelname artikel produkt`),
  brand: words("vendor brands brandname manufacturer marca fabricante proveedor marke hersteller marcas marken"),
  category:
    words(`category productcategory maincategory department dept group productgroup categoria familia rubro linea departamento grupo seccionprincipal
    kategorie warengruppe hauptkategorie abteilung`),
  sub_category:
    words(`subcategory subcategories collection aisle section subcategoria subcategorias subfamilia pasillo seccion unterkategorie
    unterwarengruppe untergruppe regal`),
  category_paths: words("categories categorias kategorien"),
  type: words("producttype tipo produkttyp typ"),
  unit: words(`sizeweight weightsize size packsize pack unitsize weightsize netweight contents unidad unidadmedida unidaddemedida unidmedida undmedida um presentacion formato contenido contenidoneto peso tamano einheit inhalt
    gebinde packungsgrosse fullmenge grosse gewicht`),
  stock: words(`onhand qtyonhand quantityonhand stockonhand variantinventoryqty inventoryquantity inventoryqty stockquantity stocklevel
    instockqty available inventory existencias existencia inventario stockdisponible disponible lagerbestand bestand lagermenge verfugbar
    stockqty qtyinstock stockactual quantity qty pieces cantidad cant unidades menge stuck`),
  price: [...RETAIL, ...OPEN, ...RECOMMENDED],
  sale_price: words(`saleprice specialprice offerprice promoprice discountprice discountedprice preciorebajado preciooferta preciodeoferta
    preciopromocional angebotspreis aktionspreis sonderpreis`),
  compare_at_price: [
    ...words("variantcompareatprice compareatprice compareat wasprice oldprice originalprice"),
    ...RECOMMENDED,
    ...words("listprice precioanterior precioantes precioantiguo statt stattpreis alterpreis was before antes vorher"),
  ],
  discount: words(
    "discountpercent discountpercentage percentoff off descuento dscto dcto dto porcentajedescuento rabatt rabattprozent nachlass",
  ),
  description: words(`bodyhtml body longdescription productdescription about descripcion descripcionlarga beschreibung produktbeschreibung
    langtext shortdescription descripcioncorta kurzbeschreibung`),
  images: words(`imagesrc productimageurl imageurl imageurls image imagelink picture pictures photo photos pictureurl imagen
    imagenes foto fotos urlimagen bild bilder bildurl abbildung`),
  more_details: words("moredetails details attributes extradetails detalles"),
  barcode:
    words(`variantbarcode ean ean13 ean8 eancode barcodeean eangtin gtinean codbarras gtin upc upca barcodenumber globaluniqueid gtinupceanorisbn codigodebarras
    codigobarras codigoean gtinupceanoisbn strichcode gtinupceanoderisbn`),
  cost_price:
    words(`costperitem cost unitcost purchaseprice buyingprice wholesaleprice costgoods preciodecoste preciocoste coste costo preciodecosto
    preciocosto preciodecompra preciocompra einkaufspreis ekpreis ek einstandspreis
    tradeprice eknetto nettoek`),
  sold_by: words("soldby vendidopor verkauftnach"),
  // The bare Spanish words count once the English name or description has its own column.
  name_es: [...inSpanish("name", "nombre", "title", "titulo", "product", "producto", "productname"), "nombre"],
  description_es: [...inSpanish("description", "descripcion"), "descripcion"],
  unit_es: inSpanish("unit", "unidad", "size", "presentacion"),
  more_details_es: inSpanish("details", "detalles"),
  category_es: inSpanish("category", "categoria"),
  sub_category_es: inSpanish("subcategory", "subcategoria"),
  hidden: words("oculto versteckt ausgeblendet"),
  in_stock: words("instock disponibilidad availability stockstatus auflager vorratig existencias hayexistencias eninventario enstock"),
  stock_tracker: words("variantinventorytracker inventorytracker"),
  published: words("published publishedononlinestore publicado veroffentlicht"),
  status: words("status productstatus estado visibilityincatalog visibilidadenelcatalogo sichtbarkeitimkatalog"),
  group: words("handle urlhandle"),
  parent: words("parent parentsku superior elternprodukt ubergeordnetesprodukt ubergeordnet productosuperior"),
  option: words("option1value attribute1values size1 talla valoresdelatributo1 attribut1werte"),
  option_2: words("option2value attribute2values valoresdelatributo2 attribut2werte"),
  option_3: words("option3value attribute3values valoresdelatributo3 attribut3werte"),
  variant_image: words("variantimage variantimageurl"),
  sale_from: words(`datesalepricestarts salepricestarts salestarts salestartdate diaenqueempiezaelpreciorebajado
    datumandemangebotspreisbeginnt`),
  sale_until: words("datesalepriceends salepriceends saleends saleenddate diaenqueterminaelpreciorebajado datumandemangebotspreisendet"),
  measure: words("unitpricetotalmeasure"),
  measure_unit: words("unitpricetotalmeasureunit"),
};

/** Currencies and words for tax that is included, which say nothing of what a column holds. */
const UNSAID = new Set(words("euro euros soles dolares incl inkl inc inklusive inclusive including vat gst mwst ust iva igv incluido con"));
const WITHOUT_TAX = /\+|\b(?:ex|excl|exkl|excluding|sin|ohne|zzgl|netto|net|neto|before|plus|mas)\b/;

const known = new Set(
  Object.values(HEADINGS)
    .flat()
    .concat(FIELDS.map((field) => field.replaceAll("_", ""))),
);

/** Whether a cell is a column name of this shop or of another system. */
export const isHeading = (cell: string): boolean => cell.length <= 60 && known.has(bareHeading(cell));

/** A column name as {@link HEADINGS} spell it. */
export function bareHeading(name: string): string {
  const plain = name
    .replaceAll(/S\/\.?(?!\s*(?:IVA|IGV)\b)/g, "")
    .replaceAll(/(?<=\S\W+)[A-Z]{3}\b/g, (code) => (CURRENCIES.includes(code) ? "" : code))
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F]/g, "");
  const parts = plain.split(/[^a-z0-9]+/).filter(Boolean);
  const said = WITHOUT_TAX.test(plain) ? parts : parts.filter((part) => !UNSAID.has(part));
  return (said.length > 0 ? said : parts).join("");
}
