import { createContext, type ComponentType } from "react";

interface SaveProps {
  product: { _id: string; name: string };
}

/** How a product is saved for later: the heart on cards, and the buttons on its page. The lists provide them (`src/site/providers.tsx`). */
export const SaveControls = createContext<{ OnCard: ComponentType<SaveProps>; OnPage: ComponentType<SaveProps> }>({
  OnCard: () => null,
  OnPage: () => null,
});
