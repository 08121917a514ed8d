import { useEffect, useRef, useState } from "react";
import { toCard } from "#features/catalogue/pages/card.ts";
import { ProductRow } from "#features/catalogue/pages/product-row.tsx";
import { call } from "#web/call.ts";
import { REGULAR } from "#web/preferences/first-paint.ts";
import { usePersonal, useSession } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { oftenBought } from "../bought/contract.ts";

const readOften = async () => (await call(oftenBought, undefined)).data.map(toCard);

/**
 * What the person often buys, on the home page. A mark on <html> keeps the row's place from the first paint. Where it is missing,
 * as after a login, the row must not push down what someone is looking at: it appears only below the visible part of the page.
 */
export default function BuyItAgain() {
  const { status } = useSession();
  const { data: cards, isError, refetch } = usePersonal(["often bought"], readOften);
  const place = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(false);
  useEffect(() => {
    if (!cards) return;
    if (cards.length > 0) localStorage.setItem(REGULAR, "yes");
    else forgetRegular();
    if (place.current && place.current.getBoundingClientRect().top >= window.innerHeight) setFits(true);
  }, [cards]);
  useEffect(() => {
    if (status === "signed-out") forgetRegular();
    else document.documentElement.toggleAttribute("data-regular", localStorage.getItem(REGULAR) !== null);
  }, [status]);
  if (status === "signed-out" || cards?.length === 0) return null;
  return (
    <div ref={place}>
      <div className={fits ? "" : "hidden in-data-regular:block"}>
        <ProductRow title={t("Buy it again")} cards={cards} again={isError ? () => void refetch() : undefined} />
      </div>
    </div>
  );
}

function forgetRegular(): void {
  localStorage.removeItem(REGULAR);
  delete document.documentElement.dataset["regular"];
}
