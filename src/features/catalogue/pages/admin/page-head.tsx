import type { ReactNode } from "react";
import { History } from "lucide-react";
import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { paths } from "#web/paths.ts";
import type { CatalogueKind } from "../../admin/contract.ts";

/** The title of a catalogue list, a link to deleted items, and actions. */
export function PageHead({ title, kind, children }: { title: string; kind: CatalogueKind; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h1 className="heading text-3xl">{title}</h1>
      <div className="grid w-full grid-cols-2 gap-2.5 sm:flex sm:w-auto sm:flex-wrap [&>:last-child]:col-span-2">
        <Link to={paths.deleted(kind)} className={buttonLook({ kind: "plain" }, "px-2! whitespace-nowrap sm:px-5!")}>
          <History aria-hidden className="size-5" />
          Recently deleted
        </Link>
        {children}
      </div>
    </div>
  );
}
