// A module of the pages, as Node can load it.
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "dealer_console", "web");

export async function load(file) {
  const { build } = createRequire(join(WEB, "package.json"))("esbuild");
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  try {
    const outfile = join(folder, "module.mjs");
    await build({ entryPoints: [join(WEB, "src", file)], bundle: true, format: "esm", platform: "node", outfile, logLevel: "error" });
    return await import(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
