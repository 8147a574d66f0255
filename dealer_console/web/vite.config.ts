import { defineConfig } from "vite";

// The generated descriptors are base64, in which no packer finds the names that repeat. Told byte by byte they pack to half.
const readableDescriptors = {
  name: "readable-descriptors",
  transform: (code: string, id: string) =>
    /_pb\.ts$/.test(id) ? code.replace(/fileDesc\("([^"]*)"/, (_, packed: string) => `fileDesc(btoa(${JSON.stringify(atob(packed))})`) : undefined,
};

export default defineConfig({
  plugins: [readableDescriptors],
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, rollupOptions: { input: ["index.html", "overlay.html"] }, reportCompressedSize: false },
});
