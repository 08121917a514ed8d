import { t } from "#words/t.ts";
import { Button } from "../button.tsx";

interface SaveButtonsProps {
  /** The id of the dialog's form. */
  form: string;
  /** It is being saved. */
  busy: boolean;
  onCancel: () => void;
}

/** Cancel and Save, below the form of a dialog. */
export function SaveButtons({ form, busy, onCancel }: SaveButtonsProps) {
  return (
    <>
      <Button kind="quiet" onClick={onCancel}>
        {t("Cancel")}
      </Button>
      <Button type="submit" form={form} busy={busy}>
        {t("Save")}
      </Button>
    </>
  );
}
