import { Plus } from "lucide-react";
import { classNames } from "#ui/class-names.ts";

/** The dashed tile that opens the address dialog (ADDR-1, CHK-1). */
export function AddAddressTile({ onClick, className }: { onClick: () => void; className?: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        "flex min-h-14 w-full items-center justify-center gap-3 rounded-card border-[1.5px] border-dashed border-field-line font-bold text-leaf hover:border-leaf hover:bg-leaf-wash",
        className,
      )}
    >
      <Plus aria-hidden className="size-5" />
      Add address
    </button>
  );
}
