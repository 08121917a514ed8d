import type { ReactNode } from "react";
import { QueryClientProvider } from "@tanstack/react-query";
import { Toasts } from "#ui/toasts.tsx";
import { queries } from "#web/queries.ts";

/** What surrounds every page: the cache of the person's own data, and the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      {children}
      <div className="toasts pointer-events-none fixed inset-x-4 z-50">
        <Toasts />
      </div>
    </QueryClientProvider>
  );
}
