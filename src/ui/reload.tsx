import { RotateCw } from "lucide-react";
import { Button } from "./button.tsx";

/** Takes the place of what failed to load where the failure is only logged (STAT-8): no error text, just a way to load it again. */
export function Reload({ again }: { again: () => void }) {
  return (
    <div className="flex justify-center px-4 py-14">
      <Button kind="quiet" onClick={again}>
        <RotateCw aria-hidden className="size-5" />
        Reload
      </Button>
    </div>
  );
}
