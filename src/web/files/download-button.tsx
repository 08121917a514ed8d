import { useState, type ReactNode } from "react";
import { Download, type LucideIcon } from "lucide-react";
import { Button } from "#ui/button.tsx";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import { saveDocument } from "./save-document.ts";

interface DownloadButtonProps<E extends Endpoint> {
  /** The file's name. */
  name: string;
  endpoint: E;
  input: InputOf<E>;
  icon?: LucideIcon;
  children?: ReactNode;
}

/** Downloads a document and shows that it is on its way. By default, it exports a list. */
export function DownloadButton<E extends Endpoint>({
  name,
  endpoint,
  input,
  icon: Icon = Download,
  children = t("Export"),
}: DownloadButtonProps<E>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveDocument(name, endpoint, input);
    setBusy(false);
  };
  return (
    <Button kind="quiet" busy={busy} onClick={() => void save()}>
      {!busy && <Icon aria-hidden className="size-5" />}
      {children}
    </Button>
  );
}
