/** The product's own version, from its package.json. */
import { readFileSync } from "node:fs";
import { packageFile } from "../core/package-files.ts";

const manifest: unknown = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));

/** For example `0.1.0`. */
export const PRODUCT_VERSION =
  typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
