import { useState } from "react";
import { History } from "#features/audit/pages/history.tsx";
import { pictureOf } from "#features/files/rules.ts";
import { Button } from "#ui/button.tsx";
import { GuardedDialog } from "#ui/dialogs/guarded-dialog.tsx";
import { SaveButtons } from "#ui/dialogs/save-buttons.tsx";
import { Field } from "#ui/field.tsx";
import { Picture } from "#ui/picture.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf, type Answer } from "#web/call.ts";
import { refusedField } from "#web/forms/form-refusal.ts";
import { plural, t } from "#words/t.ts";
import { addSynonym, changeSynonym, previewSynonym, type Synonym } from "../../synonyms/contract.ts";
import { readRule } from "../../synonyms/rules.ts";
import { readSynonymsAgain } from "./synonyms-panel.tsx";

interface SynonymDialogProps {
  /** Without it a new one is added. */
  synonym?: Synonym;
  /** The search that a new one is for. */
  search?: string;
  onClose: () => void;
}

type Preview = Pick<Answer<typeof previewSynonym>, "before" | "after"> & { of: string };

/** Adds or edits a synonym, and shows what it changes before it is saved. Loaded on demand. */
export default function SynonymDialog({ synonym, search = "", onClose }: SynonymDialogProps) {
  const [rule, setRule] = useState(synonym?.rule ?? (search ? `${search} = ` : ""));
  const [tried, setTried] = useState(search || (synonym?.rule.split(/ [=→] /)[0] ?? ""));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"preview" | "save">();
  const [preview, setPreview] = useState<Preview>();

  const run = async (what: "preview" | "save", work: () => Promise<void>) => {
    const read = readRule(rule);
    if (!read.ok) return setError(sentence(read.reason));
    setError(undefined);
    setBusy(what);
    try {
      await work();
    } catch (problem) {
      const { field, words } = refusedField(problem);
      if (field === "rule") setError(sentence(words));
      else toast.error(messageOf(problem));
    }
    setBusy(undefined);
  };
  const show = () =>
    run("preview", async () => {
      const asked = tried.trim() || (rule.split(/=|→|->/)[0]?.trim() ?? "");
      const { before, after } = await call(previewSynonym, { rule, search: asked, ...(synonym && { _id: synonym._id }) });
      setTried(asked);
      setPreview({ of: asked, before, after });
    });
  const save = () =>
    run("save", async () => {
      const { message } = await (synonym ? call(changeSynonym, { _id: synonym._id, rule }) : call(addSynonym, { rule }));
      await readSynonymsAgain();
      toast.success(message);
      onClose();
    });
  return (
    <GuardedDialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title={synonym ? t("Edit synonym") : t("Add synonym")}
      footer={<SaveButtons form="synonym" busy={busy === "save"} onCancel={onClose} />}
    >
      <form
        id="synonym"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={t("Words")}
          name="rule"
          value={rule}
          maxLength={300}
          autoComplete="off"
          error={error}
          hint={t("Both ways: palta = aguacate = avocado. One way: soda → soft drink (an arrow can be typed as ->).")}
          onChange={(event) => setRule(event.target.value)}
        />
        <div className="flex flex-wrap items-end gap-3">
          <Field
            label={t("Try a search")}
            name="search"
            value={tried}
            maxLength={200}
            autoComplete="off"
            className="min-w-48 grow"
            onChange={(event) => setTried(event.target.value)}
          />
          <Button kind="outline" busy={busy === "preview"} onClick={() => void show()} className="min-h-12">
            {t("Preview")}
          </Button>
        </div>
      </form>
      {preview && (
        <section
          aria-label={t("What changes for “{of}”", { of: preview.of })}
          aria-live="polite"
          className="mt-5 grid gap-4 sm:grid-cols-2"
        >
          <Half title={t("Now")} {...preview.before} others={preview.after.data} />
          <Half title={t("With this synonym")} {...preview.after} others={preview.before.data} />
        </section>
      )}
      {synonym && <History kind="synonym" id={synonym._id} />}
    </GuardedDialog>
  );
}

const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;

type HalfProps = Preview["before"] & { title: string; others: Preview["before"]["data"] };

/** One half of the preview. What the other half does not have is marked. */
function Half({ title, totalCount, data, others }: HalfProps) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface p-3">
      <h3 className="font-bold">
        {title} <span className="font-normal text-ink-2">{plural(totalCount, "{count} product", "{count} products")}</span>
      </h3>
      {data.length === 0 && <p className="py-2 text-ink-2">{t("Nothing found")}</p>}
      <ol className="mt-1 flex flex-col">
        {data.map(({ _id, name, image }) => {
          const isOnlyHere = !others.some((other) => other._id === _id);
          return (
            <li key={_id} className="flex min-h-12 items-center gap-3">
              <Picture {...pictureOf(image[0] ?? "")} alt="" sizes="40px" className="w-10 shrink-0 rounded-tag" />
              <span className={isOnlyHere ? "min-w-0 font-semibold wrap-anywhere" : "min-w-0 text-ink-2 wrap-anywhere"}>{name}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
