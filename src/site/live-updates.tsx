import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { theCart, useCart } from "#features/cart/pages/use-cart.ts";
import { changeLiveProducts, type LiveProduct } from "#features/catalogue/pages/live-products.ts";
import { liveUpdates, MOST_ORDERS, MOST_PRODUCTS } from "#features/live/contract.ts";
import { readOrdersAgain } from "#features/orders/pages/use-orders.ts";
import { listen, type ServerEvent } from "#web/live/listen.ts";
import { shareStream, type SharedStream } from "#web/live/share-stream.ts";
import { useSession } from "#web/session/session.ts";
import { splitLanguage } from "#words/language.ts";

/** How long after a change of the page to check what is in view, in ms. */
const LOOK_MS = 300;
/** Screens above and below the visible one that count as in view. */
const MARGIN = 0.5;

/** The end of a product's address is its id; that of an order, its number. */
const PRODUCT = /^\/product\/.*?([0-9a-f]{32})$/;
const ORDER = /^\/dashboard\/myorders\/(\w+)$/;

/** What the page shows: the links in view, and the page's own product or order. */
function inView(): Record<"products" | "orders", string[]> {
  const margin = innerHeight * MARGIN;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href*="/product/"], a[href*="/dashboard/myorders/"]')];
  const shown = links.filter((link) => {
    const { top, bottom, width } = link.getBoundingClientRect();
    return width > 0 && bottom > -margin && top < innerHeight + margin;
  });
  const paths = [location, ...shown].map(({ pathname }) => splitLanguage(pathname).address);
  const found = (pattern: RegExp) => [...new Set(paths.flatMap((path) => pattern.exec(path)?.[1] ?? []))];
  return { products: found(PRODUCT), orders: found(ORDER) };
}

function hear({ event, data }: ServerEvent): void {
  if (event === "product") {
    // The stream's contract says so. If `weighed` is missing, the product is now sold by the piece.
    const product = { weighed: undefined, ...(data as LiveProduct) };
    changeLiveProducts((live) => live.set(product._id, product));
    theCart.see(product);
  }
  if (event === "order" || event === "watching") void readOrdersAgain();
}

/** Without a stream, what it said may be out of date, so pages show what they have loaded. */
const forget = () => changeLiveProducts((live) => live.clear());

/** Follows what the page shows, while the page is visible: stock and prices of products, and the shopper's own orders. */
export default function LiveUpdates(): null {
  const { person } = useSession();
  const { lines } = useCart();
  const { pathname } = useLocation();
  const inCart = useRef<readonly string[]>([]);
  const look = useRef(() => {});

  useEffect(() => {
    inCart.current = lines.map(({ product }) => product._id);
    look.current();
  }, [lines, pathname]);

  useEffect(() => {
    let stream: SharedStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before = "";
    const lookNow = () => {
      timer = undefined;
      const { products, orders } = inView();
      const wanted = {
        products: [...new Set([...inCart.current, ...products])].slice(0, MOST_PRODUCTS),
        orders: orders.slice(0, MOST_ORDERS),
      };
      if (!stream || JSON.stringify(wanted) === before) return;
      before = JSON.stringify(wanted);
      changeLiveProducts((live) => {
        for (const id of live.keys()) if (!wanted.products.includes(id)) live.delete(id);
      });
      stream.want(wanted);
    };
    look.current = () => {
      timer ??= setTimeout(lookNow, LOOK_MS);
    };
    const onScroll = () => look.current();
    const changes = new MutationObserver(onScroll);
    // A hidden tab needs no updates, and phones save power without them.
    const onVisibility = () => {
      if (document.visibilityState === "visible") {
        stream ??= shareStream({
          most: { products: MOST_PRODUCTS, orders: MOST_ORDERS },
          open: ({ products = [], orders = [] }, signal) => listen(liveUpdates, { products: [...products], orders: [...orders] }, signal),
          hear,
          onLost: forget,
        });
        before = "";
        look.current();
      } else {
        stream?.close();
        stream = undefined;
      }
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener("visibilitychange", onVisibility, { signal });
    addEventListener("scroll", onScroll, { signal, passive: true, capture: true });
    addEventListener("resize", onScroll, { signal, passive: true });
    changes.observe(document.body, { childList: true, subtree: true });
    onVisibility();
    return () => {
      leaving.abort();
      changes.disconnect();
      clearTimeout(timer);
      stream?.close();
      forget();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another person has other orders
  }, [person]);
  return null;
}
