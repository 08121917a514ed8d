import { Children, type ReactNode } from "react";

/** Replaces `{names}` by elements. */
export function place(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return Children.toArray(text.split(/\{(\w+)\}/).map((piece, n) => (n % 2 ? parts[piece] : piece)));
}
