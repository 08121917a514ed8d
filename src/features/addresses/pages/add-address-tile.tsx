import { Plus } from "lucide-react";
import { classNames } from "#ui/class-names.ts";
import { t } from "#words/t.ts";

interface AddAddressTileProps {
  onClick: () => void;
  className?: string;
  /** The id of its description. */
  describedBy?: string;
}

/** The dashed tile that opens the address dialog (ADDR-1, CHK-1). */
export function AddAddressTile({ onClick, className, describedBy }: AddAddressTileProps) {
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      onClick={onClick}
      className={classNames(
        "flex min-h-14 w-full items-center justify-center gap-3 rounded-card border-[1.5px] border-dashed border-field-line font-bold text-leaf hover:border-leaf hover:bg-leaf-wash",
        className,
      )}
    >
      <Plus aria-hidden className="size-5" />
      {t("Add address")}
    </button>
  );
}
