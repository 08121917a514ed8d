import { Truck } from "lucide-react";
import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "react-router";
import { DeliverToLater } from "#features/delivery/pages/deliver-to-later.tsx";
import { formatAmount } from "#shared/money.ts";
import { Badge } from "#ui/badge.tsx";
import { call } from "#web/call.ts";
import { checkNames, orMissing } from "#web/missing.ts";
import { breadcrumbFacts } from "#web/meta/breadcrumbs.ts";
import { absolute, faceOf, pageMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import bestPrices from "#web/pictures/best-prices.webp?no-inline";
import fastDelivery from "#web/pictures/fast-delivery.webp?no-inline";
import wideAssortment from "#web/pictures/wide-assortment.webp?no-inline";
import { localPath } from "#words/language.ts";
import { t } from "#words/t.ts";
import { productDetails, type Product, type Variant } from "../contract.ts";
import { paidCents } from "../rules.ts";
import { Breadcrumbs, HOME, type Crumb } from "./breadcrumbs.tsx";
import { Buy } from "./buy.tsx";
import { toCard, type Card } from "./card.ts";
import { Gallery } from "./gallery.tsx";
import { productInput } from "./page-input.ts";
import { readRelated, readRelatedLater, RelatedRows, type Related } from "./related-rows.tsx";
import { sellingPoints } from "./selling-points.ts";
import { Sizes } from "./sizes.tsx";
import { inOther, readSubCategories } from "./sub-categories.ts";

interface ProductData {
  card: Card;
  images: string[];
  description: string;
  details: [name: string, text: string][];
  crumbs: Crumb[];
  sizes: Variant[];
  /** The path of this page in the other language. */
  otherPath: string;
}

type Args = LoaderFunctionArgs | ClientLoaderFunctionArgs;
const idIn = ({ params }: Args) => productInput(params).productId;

async function read(args: Args): Promise<ProductData> {
  const { params, request } = args;
  const productId = idIn(args);
  const [{ data: product, sizes = [] }, crumbs] = await Promise.all([
    orMissing(call(productDetails, { productId }, { signal: request.signal })),
    readSubCategories(),
  ]).then(([answer, subCategories]) => [answer, crumbsOf(answer.data, subCategories)] as const);
  checkNames([[params.product, product]], paths.product(product));
  const { image, description, more_details } = product;
  return {
    card: toCard(product),
    images: image,
    description,
    details: Object.entries(more_details),
    crumbs,
    sizes,
    otherPath: paths.product(inOther(product)),
  };
}

export async function loader(args: LoaderFunctionArgs) {
  const [product, related] = await Promise.all([read(args), orMissing(readRelated(idIn(args)))]);
  return { ...product, related };
}

/** Does not wait for the related products, so that navigation is immediate. */
export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<ProductData & { related: Related | Promise<Related | void> }> {
  const related = readRelatedLater(idIn(args));
  return { ...(await read(args)), related };
}

/** Home, the product's first subcategory, and its category. */
function crumbsOf(product: Product, subCategories: Awaited<ReturnType<typeof readSubCategories>>): Crumb[] {
  const mine = new Set(product.subCategory.map(({ _id }) => _id));
  const categories = new Set(product.category.map(({ _id }) => _id));
  const subCategory = subCategories.find(({ _id, category }) => mine.has(_id) && category.some((one) => categories.has(one._id)));
  const category = subCategory?.category.find(({ _id }) => categories.has(_id));
  if (!subCategory || !category) return [HOME];
  const first = subCategories.find((one) => one.category.some(({ _id }) => _id === category._id)) ?? subCategory;
  return [
    HOME,
    { name: category.name, path: paths.listing(category, first) },
    { name: subCategory.name, path: paths.listing(category, subCategory) },
  ];
}

function factsInWords({ name, brand, unit }: Card, freeDelivery: boolean): string {
  const product = [name, brand, unit].filter(Boolean).join(", ");
  return freeDelivery ? t("{product}, with free shipping.", { product }) : `${product}.`;
}

export function meta({ loaderData, matches }: MetaArgs<typeof read>) {
  if (!loaderData) return [];
  const face = faceOf(matches);
  const { card, images, description, crumbs, otherPath } = loaderData;
  const path = paths.product(card);
  return pageMeta(face, {
    title: card.name,
    description: description || factsInWords(card, face.freeDelivery),
    path,
    otherPath,
    image: images[0],
    facts: [
      {
        "@type": "Product",
        name: card.name,
        description,
        image: images.map((image) => absolute(face, image)),
        ...(card.brand && { brand: { "@type": "Brand", name: card.brand } }),
        offers: {
          "@type": "Offer",
          url: absolute(face, localPath(path)),
          price: formatAmount(paidCents(card)),
          priceCurrency: face.currency.code,
          ...(card.weighed && { priceSpecification: perKilo(formatAmount(paidCents(card)), face.currency.code) }),
          availability: `https://schema.org/${card.available ? "InStock" : "OutOfStock"}`,
        },
      },
      breadcrumbFacts(face, [...crumbs, { name: card.name, path }]),
    ],
  });
}

export default function ProductPage() {
  const { card, images, description, details, crumbs, sizes, related } = useLoaderData<typeof clientLoader>();
  const { freeDelivery } = useFace();
  return (
    <>
      <div className="page">
        <Breadcrumbs crumbs={crumbs} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 md:grid-cols-2 lg:gap-x-14 lg:grid-cols-[minmax(0,612px)_minmax(0,1fr)]">
          <Gallery key={card._id} images={images} name={card.name} available={card.available} />
          <div>
            {freeDelivery && (
              <Badge tone="green" className="px-3 py-1.5 text-sm">
                <Truck aria-hidden className="size-4" />
                {t("Free Shipping")}
              </Badge>
            )}
            <h1 className="heading mt-3 text-3xl md:text-5xl">{card.name}</h1>
            <p className="mt-2 text-base text-ink-2 md:mt-2.5 md:text-lg">{[card.unit, card.brand].filter(Boolean).join(" · ")}</p>
            <Sizes sizes={sizes} current={card._id} />
            <Buy card={card} />
            <DeliverToLater className="mt-5" />
            <SellingPoints />
            {description && <p className="mt-8 max-w-prose text-base leading-relaxed whitespace-pre-line">{description}</p>}
            <Details details={card.unit ? [[t("Unit"), card.unit], ...details] : details} />
          </div>
        </div>
      </div>
      <RelatedRows key={card._id} related={related} shelf={crumbs[2]?.path} />
    </>
  );
}

/** Tells search engines that a price is for a kilogram. */
const perKilo = (price: string, priceCurrency: string) => ({
  "@type": "UnitPriceSpecification",
  price,
  priceCurrency,
  referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "KGM" },
});

/** For the selling points. Files, since inlined they would be a third of the page's compressed HTML. */
const PICTURES = [fastDelivery, bestPrices, wideAssortment] as const;

function SellingPoints() {
  const face = useFace();
  return (
    <ul className="panel mt-7 divide-y divide-line">
      {sellingPoints(face).map(({ title, text }, n) => (
        <li key={title} className="flex items-center gap-4 px-5 py-4">
          <img src={PICTURES[n]} alt="" width={36} height={36} loading="lazy" className="size-9" />
          <div>
            <h2 className="text-base font-bold">{title}</h2>
            <p className="text-sm text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Details({ details }: { details: (readonly [name: string, text: string])[] }) {
  return (
    <dl className="mt-5 border-t border-line">
      {details.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[minmax(0,2fr)_minmax(0,5fr)] gap-4 border-b border-line py-2.75">
          <dt className="text-ink-2">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
