import { useQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { plural, t } from "#words/t.ts";
import type { ProductImport } from "../../../import/contract.ts";
import { getImportPictures } from "../../../import/pictures/contract.ts";
import { count } from "../../../import/words.ts";

/** Polling interval while pictures are being copied, in milliseconds. */
const LOOK_MS = 5000;

/** The progress of an import's pictures, and which could not be copied. */
export function ImportPictures({ one: { _id } }: { one: ProductImport }) {
  const { status, person } = useSession();
  const { data } = useQuery({
    queryKey: personalKey(person, ["import pictures", _id]),
    queryFn: async ({ signal }) => (await call(getImportPictures, undefined, { params: { importId: _id }, signal })).data,
    enabled: status === "signed-in",
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? LOOK_MS : false),
  });
  if (!data || data.waiting + data.fetched + data.failed === 0) return null;
  return (
    <section aria-label={t("Pictures")} className="flex w-full max-w-lg flex-col gap-2 text-left">
      <output className="text-center text-ink-2">
        {data.waiting > 0
          ? t("{pictures} copied into your shop, {waiting} to come. You can leave this page.", {
              pictures: pictures(data.fetched),
              waiting: pictures(data.waiting),
            })
          : t("{pictures} copied into your shop.", { pictures: pictures(data.fetched) })}
      </output>
      {data.failed > 0 && (
        <details className="rounded-card bg-marigold-tint px-4 py-3 text-marigold-ink">
          <summary className="min-h-6 cursor-pointer font-semibold">
            {t("{failed} could not be copied", { failed: pictures(data.failed) })}
          </summary>
          <ul className="mt-2 flex flex-col gap-2 text-sm">
            {data.failures.map(({ productId, name, address, reason }) => (
              <li key={`${productId} ${address}`} className="break-words">
                <b className="font-semibold">{name}</b>: {address} {reason}.
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const pictures = (number: number) => plural(number, "{count} picture", "{count} pictures", { count: count(number) });
