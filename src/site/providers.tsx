import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { QueryClientProvider } from "@tanstack/react-query";
import { queries } from "#web/queries.ts";

/** Toasts load late. Those raised before that are shown once they have loaded. */
const Toasts = lazy((): Promise<{ default: ComponentType<{ ofPage?: boolean }> }> =>
  import("#ui/toasts.tsx").then(
    ({ Toasts }) => ({ default: Toasts }),
    () => ({ default: () => null }),
  ),
);

/** What surrounds every page: the cache of the person's own data, and the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      {children}
      <div className="toasts pointer-events-none fixed inset-x-4 z-50">
        <Suspense>
          <Toasts ofPage />
        </Suspense>
      </div>
    </QueryClientProvider>
  );
}
