import { defineConfig } from "vite";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, rollupOptions: { input: ["index.html", "overlay.html"] }, reportCompressedSize: false },
});
