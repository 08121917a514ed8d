import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useRevalidator } from "react-router";
import { theCart } from "#features/cart/pages/use-cart.ts";
import { storedAt } from "#web/offline/cut-off.ts";
import { forgetAge, oldSince, SHOWS_OLD } from "#web/offline/stored.ts";
import { queries } from "#web/queries.ts";
import { responds } from "#web/responds.ts";
import { t } from "#words/t.ts";

/** Only the first page of a document can have been stored with it. */
let isFirst = true;

/** Says plainly that there is no connection, and how old the page is. Back online, what is old is read again. */
export function OldNotice() {
  const { revalidate } = useRevalidator();
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  // A stored document is old until another page is shown.
  const [at, setAt] = useState(() => oldest(isFirst ? storedAt() : 0, oldSince()));
  const [place] = useState(newPlace);
  useEffect(() => {
    isFirst = false;
    document.body.prepend(place);
    const backOnline = async () => {
      setOffline(false);
      if (await readAgain(revalidate)) setAt(oldSince());
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("offline", () => setOffline(true), { signal });
    addEventListener("online", () => void backOnline(), { signal });
    addEventListener(SHOWS_OLD, ({ detail }) => setAt((before) => oldest(before, detail)), { signal });
    return () => {
      listening.abort();
      place.remove();
    };
  }, [place, revalidate]);
  if (!isOffline && !at) return null;
  return createPortal(
    <output className="block bg-marigold-tint px-4 py-2 text-center font-semibold text-marigold-ink">
      {wordsOf(isOffline, at)}
      {!isOffline && at > 0 && (
        <button type="button" onClick={() => location.reload()} className="ml-2 underline">
          {t("Reload")}
        </button>
      )}
    </output>,
    place,
  );
}

function newPlace(): HTMLElement {
  const place = document.createElement("div");
  place.dataset["notice"] = "";
  return place;
}

/** Reads again what this page shows. @returns whether the shop responds */
async function readAgain(revalidate: () => Promise<void>): Promise<boolean> {
  if (!(await responds())) return false;
  forgetAge();
  showMissingPictures();
  await Promise.all([revalidate(), queries.refetchQueries({ type: "active" }), theCart.reload()]);
  return true;
}

/** Browsers don't ask again for a picture that failed. */
function showMissingPictures(): void {
  for (const image of document.images) {
    const { src, complete, naturalWidth } = image;
    if (complete && naturalWidth === 0) image.src = src;
  }
}

/** The earlier of two times, of which 0 means no time. */
const oldest = (a: number, b: number) => (a && b ? Math.min(a, b) : a || b);

function wordsOf(isOffline: boolean, at: number): string {
  const why = isOffline ? t("You are offline.") : at ? t("The shop didn't respond.") : "";
  return at ? `${why} ${t("This page is from {time}.", { time: timeOf(at) })}` : why;
}

/** The time, with the day unless it is today. */
function timeOf(at: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString(t("en-US"), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return isToday ? time : `${date.toLocaleDateString(t("en-US"), { month: "long", day: "numeric" })}, ${time}`;
}
