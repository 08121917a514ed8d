import { useEffect, useRef, useState, type ReactNode } from "react";
import { LeaveGuard } from "#web/forms/leave-guard.tsx";
import { Button } from "#ui/button.tsx";
import { focusHeading } from "#ui/focus/focus-page.ts";
import { Panel } from "#ui/panel.tsx";
import { t } from "#words/t.ts";

interface GroupFormProps {
  title: string;
  lead: string;
  form: { save: () => Promise<boolean>; busy: boolean; isChanged: () => boolean };
  /** Why it cannot be saved yet, such as an upload in progress. */
  wait?: boolean;
  children: ReactNode;
}

/** A group of settings that is saved by itself. */
export function GroupForm({ title, lead, form, wait = false, children }: GroupFormProps) {
  const fields = useRef<HTMLFormElement>(null);
  const [result, setResult] = useState<{ isSaved: boolean }>();
  // Not before React has disabled the button, or marked the refused field.
  useEffect(() => {
    if (result?.isSaved) focusHeading(fields.current);
    else if (result) focusRefused(fields.current);
  }, [result]);
  return (
    <Panel title={title} lead={lead}>
      <form
        ref={fields}
        noValidate
        className="mt-5 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void form.save().then((isSaved) => setResult({ isSaved }));
        }}
      >
        {children}
        <Button type="submit" busy={form.busy} disabled={wait || !form.isChanged()} className="sm:self-start sm:px-10">
          {t("Save")}
        </Button>
      </form>
      <LeaveGuard isChanged={form.isChanged} save={form.save} />
    </Panel>
  );
}

/** Leads to the refused field, which may be out of view. */
function focusRefused(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
