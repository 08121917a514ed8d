import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Whole, it is 1,700 icons to load before the first page is rendered.
  ssr: { noExternal: ["lucide-react"] },
  build: { target: "es2022", cssMinify: true },
});
