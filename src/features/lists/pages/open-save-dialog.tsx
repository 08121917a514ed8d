import { createRoot } from "react-dom/client";

/** Asks which lists a product should be on. Has a root of its own, since its caller, such as a toast, may be gone by then. */
export async function openSaveDialog(product: { _id: string; name: string }): Promise<void> {
  const { SaveDialog } = await import("./save-dialog.tsx");
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(<SaveDialog product={product} onClose={close} />);
}
