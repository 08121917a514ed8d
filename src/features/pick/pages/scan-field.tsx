import { useEffect, useRef, useState, type RefObject } from "react";
import { ScanBarcode } from "lucide-react";
import { inputLook } from "#ui/field.tsx";
import { classNames } from "#ui/class-names.ts";
import { toast } from "#ui/toast/toast.ts";
import { t } from "#words/t.ts";
import { ofProduct, productsOf, type PickedProduct, type PickedShelf } from "./groups.ts";

interface ScanFieldProps {
  shelves: readonly PickedShelf[];
  onFound: (product: PickedProduct) => void;
}

/** Ticks what is scanned: a barcode scanner types a code and presses Enter. */
export function ScanField({ shelves, onFound }: ScanFieldProps) {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useScanner(field);
  const scan = () => {
    const [product, another] = productsOf(code, shelves);
    setCode("");
    field.current?.focus();
    if (!product) {
      toast.error(code.trim() ? t("{code} is not on this list", { code: code.trim() }) : t("Scan a barcode or type a SKU"));
      return;
    }
    // The same code twice, as of two sizes: only a person can tell which it is.
    if (another) {
      toast.error(t("Several products have this code. Check it off by hand."));
      return;
    }
    onFound(product);
    if (product.lines[0]) toast.success(ofProduct(product.quantity, product.lines[0]));
  };
  return (
    <form
      aria-label={t("Scan")}
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        scan();
      }}
    >
      <ScanBarcode aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-3" />
      <input
        ref={field}
        type="text"
        aria-label={t("Scan a barcode or type a SKU")}
        placeholder={t("Scan a barcode or type a SKU")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        value={code}
        onChange={({ target }) => setCode(target.value)}
        className={classNames(inputLook, "pl-10")}
      />
    </form>
  );
}

/** A scanner types wherever the focus is, for example on the line ticked last. This moves the focus to the field first. */
function useScanner(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isElsewhere =
        target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]");
      // The back office's search takes the slash.
      if (/^[^\s/]$/.test(key) && !ctrlKey && !metaKey && !altKey && !isElsewhere) field.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [field]);
}
