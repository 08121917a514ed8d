import { t } from "#words/t.ts";
import { AgainButton } from "./again-button.tsx";

interface TryAgainProps {
  title: string;
  /** What went wrong; by default that the connection may be to blame, or the shop. */
  message?: string;
  again: () => void;
}

/** Takes the place of what could not be loaded. */
export function TryAgain({ title, message = t("Check your connection, or try again in a moment."), again }: TryAgainProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      <p className="heading text-2xl">{title}</p>
      <p className="text-ink-2">{message}</p>
      <AgainButton again={again} />
    </div>
  );
}
