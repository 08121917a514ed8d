import type { ReactNode } from "react";
import { QueryClientProvider } from "@tanstack/react-query";
import { Toasts } from "#ui/toasts.tsx";
import { queries } from "#web/queries.ts";

/** What every page stands in: the client's memory of the person's own data, and the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      {children}
      <Toasts />
    </QueryClientProvider>
  );
}
