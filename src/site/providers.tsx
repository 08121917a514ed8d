import { Suspense, type ReactNode } from "react";
import { QueryClientProvider } from "@tanstack/react-query";
import { SaveControls } from "#features/catalogue/pages/save-controls.ts";
import { Heart } from "#features/lists/pages/heart.tsx";
import { SaveButtons } from "#features/lists/pages/save-buttons.tsx";
import { queries } from "#web/queries.ts";
import { lazyExtra } from "#web/loading/lazy.ts";

const saveControls = { OnCard: Heart, OnPage: SaveButtons };

/** Toasts load late. Those raised before that are shown once they have loaded. */
const Toasts = lazyExtra(async () => ({ default: (await import("#ui/toast/toasts.tsx")).Toasts }));

/** What surrounds every page: the cache of the person's own data, what the lists add to products, and the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <SaveControls value={saveControls}>{children}</SaveControls>
      <div className="toasts pointer-events-none fixed inset-x-4 z-50">
        <Suspense>
          <Toasts ofPage />
        </Suspense>
      </div>
    </QueryClientProvider>
  );
}
