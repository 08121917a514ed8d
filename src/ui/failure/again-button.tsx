import type { ReactNode } from "react";
import { t } from "#words/t.ts";
import { Button } from "../button.tsx";
import { focusAbove } from "../focus/focus-page.ts";

interface AgainButtonProps {
  again: () => void;
  kind?: "outline" | "quiet";
  size?: "small";
  children?: ReactNode;
}

/** Loads something again. What is loaded takes its place, so it passes the focus on to the heading above. */
export function AgainButton({ again, kind = "outline", children = t("Try again"), ...size }: AgainButtonProps) {
  return (
    <Button
      kind={kind}
      {...size}
      onClick={({ currentTarget }) => {
        focusAbove(currentTarget);
        again();
      }}
    >
      {children}
    </Button>
  );
}
