import { Button } from "./button.tsx";

/** What stands where something could not be loaded. */
export function TryAgain({ title, again }: { title: string; again: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      <p className="heading text-2xl">{title}</p>
      <p className="text-ink-2">Please check your connection and try again.</p>
      <Button kind="outline" onClick={again}>
        Try again
      </Button>
    </div>
  );
}
