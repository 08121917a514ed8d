import { Toaster } from "react-hot-toast";

/** Where toasts appear, how they look and how long they stay: success 2 s, error 4 s (STAT-6). The library shows at most 20 at once. */
export function Toasts() {
  return (
    // Spoken, also while a dialog is open: it hides from screen readers what is not live when it opens.
    <div aria-live="polite" className="print:hidden">
      <Toaster
        position="top-center"
        // Over the header, which can wait: what the page is called and says stays in view.
        containerStyle={{ top: "calc(env(safe-area-inset-top) + 0.75rem)" }}
        toastOptions={{
          className: "toast",
          style: {
            background: "var(--surface)",
            color: "var(--ink)",
            border: "1px solid var(--line)",
            borderRadius: "1rem",
            boxShadow: "var(--shadow-float)",
            padding: "0.625rem 0.875rem",
            maxWidth: "26rem",
            fontWeight: 600,
          },
          success: { duration: 2000, iconTheme: { primary: "var(--leaf)", secondary: "var(--surface)" } },
          error: { duration: 4000, iconTheme: { primary: "var(--tomato)", secondary: "var(--surface)" } },
        }}
      />
    </div>
  );
}
