/**
 * Keeps compiled code from one start to the next, where Node can (22.1 and later): a start costs a quarter less CPU. It
 * stands in the data folder, and only where nobody else may write there: whoever changes it decides what this process
 * runs.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import * as nodeModule from "node:module";
import { join, resolve } from "node:path";
import { PRODUCT_VERSION } from "./product-version.ts";

const FOLDER = "compiled";
const WRITABLE_BY_OTHERS = 0o022;

/** What Node offers; not every version does. */
type ModuleOfNode = Partial<typeof nodeModule> & { enableCompileCache?(folder: string): unknown };

/** Threads follow by the environment. The first start has no folder yet, and keeps nothing. */
export function keepCompiledCode(
  dataPath: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
  node: ModuleOfNode = nodeModule,
): void {
  if (!node.enableCompileCache || dataPath === undefined || environment["NODE_COMPILE_CACHE"] !== undefined) return;
  const folder = ownFolder(resolve(dataPath));
  if (folder === undefined) return;
  environment["NODE_COMPILE_CACHE"] = folder;
  node.enableCompileCache(folder);
}

/** The folder of this version, those of others removed; undefined where there is none to be trusted. */
function ownFolder(dataPath: string): string | undefined {
  const folder = join(dataPath, FOLDER, PRODUCT_VERSION);
  try {
    if (!isOurs(dataPath)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(join(dataPath, FOLDER)))
      if (name !== PRODUCT_VERSION) rmSync(join(dataPath, FOLDER, name), { recursive: true });
    return isOurs(join(dataPath, FOLDER)) && isOurs(folder) ? folder : undefined;
  } catch {
    return undefined; // What cannot be kept is compiled again.
  }
}

function isOurs(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & WRITABLE_BY_OTHERS) === 0;
}
