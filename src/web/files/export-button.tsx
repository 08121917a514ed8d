import { useState, type ReactNode } from "react";
import { Download } from "lucide-react";
import { Button } from "#ui/button.tsx";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import { saveDocument } from "./save-document.ts";

interface ExportButtonProps<E extends Endpoint> {
  /** The file's name. */
  name: string;
  endpoint: E;
  input: InputOf<E>;
  children?: ReactNode;
}

/** Saves all pages of a list as a file. */
export function ExportButton<E extends Endpoint>({ name, endpoint, input, children = t("Export") }: ExportButtonProps<E>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveDocument(name, endpoint, input);
    setBusy(false);
  };
  return (
    <Button kind="quiet" busy={busy} onClick={() => void save()}>
      {!busy && <Download aria-hidden className="size-5" />}
      {children}
    </Button>
  );
}
