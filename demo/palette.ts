/** The color of a pack's contents by words in its name; the first match wins. Otherwise the icon's color is used. */
const COLORS: [string, string][] = [
  ["red velvet|crimson|brick red|matte lipstick", "#a3202c"],
  ["blue cheese|blueberr|blue corn|topaz|denim|blue light", "#4a5fb0"],
  [
    "dark chocolate|seventy|espresso|dark roast|french roast|black rice|tapenade|molasses|balsamic|soy sauce|tamari|engine oil|smoked pine|dark robust|buckwheat",
    "#4b2a20",
  ],
  ["chocolate|cacao|cocoa|brown basmati|cola|root beer|teriyaki|smoked salt|hazelnut|bronze", "#7a4a2e"],
  ["caramel|dulce|cajeta|toffee|butterscotch|maple|molasses|barbecue|flan|speculoos|stroopwafel|pancakes", "#b9712e"],
  ["cinnamon|ginger snap|gingersnap|chai|masala|smoked|rye|garam|nutmeg|pinto|clove", "#9a5530"],
  ["house blend|breakfast blend|english breakfast|iced latte", "#a3583a"],
  ["ethiopian|light roast|darjeeling|peach|apricot|salmon|papaya", "#f08a5b"],
  ["colombian|moka|hot chili|hot honey|kashmiri|ketchup|tomato|passata|marinara|pepperoni|sockeye|panca|piquillo", "#c8382b"],
  ["decaf|still|spring water|mineral water|ocean|windshield|glass cleaner|window|toilet|tuna|sea salt|fine sea|washer|streak", "#3f8fc4"],
  ["sumatran|olla|hickory|beef|chestnut|rajma|kidney", "#7d3b30"],
  ["chikmagalur|filter coffee|assam|hibiscus|cranberr|cherr|sour cherry|beet|raspberr|merken|pastrami", "#a5284a"],
  ["lavender|plum\\b|grape|fig\\b|eggplant|purple|concord|violet|acai|kalamata|moscatel|sherry", "#6d4b9a"],
  ["rose\\b|rosehip|strawberr|watermelon|ham\\b|prosciutto|pink|shrimp|prawn|lobster|crab|guava", "#d9566b"],
  [
    "mango|turmeric|saffron|curry|cheddar|pepper jack|squash|pumpkin|sweet potato|carrot|orange|tangerine|mandarin|paprika|tandoor|amarillo|clementine",
    "#ee8a2a",
  ],
  [
    "lemon|mustard|corn|banana|pineapple|sunflower|custard|moong|toor|chana|besan|polenta|honey|egg|butter|gouda|yellow|golden|citrus|canola|safflower|amber",
    "#efb62f",
  ],
  ["lime|kiwi|pistachio|avocado|matcha|granny|green apple|pear|tomatillo|celery|edamame|wasabi", "#8db63c"],
  [
    "peas?\\b|spinach|kale|basil|pesto|parsley|mint|sencha|green tea|cucumber|pickle|oregano|herb|rosemary|cilantro|broccoli|bay leaves|olive|pine|forest|neem|eucalyptus|aloe|mate|tea tree|henna|green|dill|sage|grass|timothy|catnip",
    "#4e9a51",
  ],
  [
    "coconut|vanilla|rice|milk|cream|yogurt|kefir|skyr|ricotta|cottage|mozzarella|feta|paneer|queso|oat|barley|quinoa|cotton|white|garlic|onion|salt|flour|tofu|cauliflower|shea|sesame|tahini|unscented|sensitive|wool",
    "#d9b98a",
  ],
];

const patterns = COLORS.map(([words, color]) => [new RegExp(`\\b(?:${words})`, "i"), color] as const);

/** The color implied by a name. */
export const colorOf = (name: string): string | undefined => patterns.find(([pattern]) => pattern.test(name))?.[1];
