import { Suspense, useState } from "react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Loaded } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { lazy } from "#web/loading/lazy.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { deleteSynonym, listSynonyms, restoreSynonym, type Synonym } from "../../synonyms/contract.ts";

const SynonymDialog = lazy(() => import("./synonym-dialog.tsx"));

/** What the dialog edits: a synonym, or a new one for a search. */
type Edited = { synonym: Synonym } | { search: string };

/** Opens the dialog for synonyms from anywhere on the page. */
export function useSynonymDialog() {
  const [edited, setEdited] = useState<Edited>();
  return {
    edited,
    add: (search = "") => setEdited({ search }),
    edit: (synonym: Synonym) => setEdited({ synonym }),
    close: () => setEdited(undefined),
  };
}

export const readSynonymsAgain = () => readAgain(["synonyms"]);

/** How long a deletion can be undone from its message, in milliseconds: longer than usual, since a rule takes long to type again. */
const UNDO_MS = 8000;

/** The synonyms that admins added. */
export function SynonymsPanel({ dialog }: { dialog: ReturnType<typeof useSynonymDialog> }) {
  const synonyms = usePersonal(["synonyms"], async () => (await call(listSynonyms, undefined)).data);
  return (
    <section className="panel mt-6 p-5 md:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h2 className="heading text-xl">{t("Synonyms")}</h2>
          <p className="mt-1 text-ink-2">
            {t("Words that search treats alike, besides the built-in ones in English and Spanish. A change applies to the next search.")}
          </p>
        </div>
        <Button onClick={() => dialog.add()}>
          <Plus aria-hidden className="size-5" />
          {t("Add synonym")}
        </Button>
      </div>
      <div className="mt-3">
        <Loaded query={synonyms}>
          {(data) =>
            data.length === 0 ? (
              <p className="py-4 text-ink-2">{t("None yet. Searches without results show which ones would help.")}</p>
            ) : (
              <ul aria-label={t("Synonyms")} className="divide-y divide-line">
                {data.map((synonym) => (
                  <li key={synonym._id} className="flex min-h-14 items-center gap-2">
                    <span className="min-w-0 flex-1 py-2 font-semibold wrap-anywhere">{synonym.rule}</span>
                    <Button
                      kind="plain"
                      size="icon"
                      aria-label={t("Edit {rule}", { rule: synonym.rule })}
                      onClick={() => dialog.edit(synonym)}
                    >
                      <Pencil aria-hidden className="size-5" />
                    </Button>
                    <Button
                      kind="plain"
                      size="icon"
                      aria-label={t("Delete {rule}", { rule: synonym.rule })}
                      onClick={() => void remove(synonym)}
                    >
                      <Trash2 aria-hidden className="size-5" />
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {dialog.edited && (
        <Suspense>
          <SynonymDialog {...dialog.edited} onClose={dialog.close} />
        </Suspense>
      )}
    </section>
  );
}

/** Deletes without asking, since it can be undone. */
async function remove({ _id, rule }: Synonym): Promise<void> {
  try {
    const { message } = await call(deleteSynonym, { _id });
    await readSynonymsAgain();
    const undo = () => void restore(_id);
    toast.success(message, {
      detail: rule,
      duration: UNDO_MS,
      action: { label: t("Undo"), name: t("Undo: restore {rule}", { rule }), run: undo },
    });
  } catch (error) {
    toast.error(messageOf(error));
  }
}

async function restore(_id: string): Promise<void> {
  try {
    const { message } = await call(restoreSynonym, { _id });
    await readSynonymsAgain();
    toast.success(message);
  } catch (error) {
    toast.error(messageOf(error));
  }
}
