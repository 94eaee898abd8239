/**
 * The files of the console, as the build left them in `dist/ui`: compressed, beside a manifest of their names. Nothing
 * is opened before somebody asks; a file is read when it is first wanted, and kept.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { ownOf } from "../core/names.ts";

/** How a file travels; `identity` for the few who take nothing else. */
export type Coding = "br" | "gzip" | "identity";

/** What the build wrote of the console. */
interface Manifest {
  /** Media types by name. */
  readonly files: Readonly<Record<string, string>>;
}

const SUFFIX = { br: ".br", gzip: ".gz", identity: ".br" } as const;

/** See the file comment. */
export class ConsoleFiles {
  readonly #folder: string;
  readonly #kept = new Map<string, Uint8Array>();
  #manifest: Manifest | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Media type of a file; undefined for what is no file of the console. */
  typeOf(name: string): string | undefined {
    return ownOf((this.#manifest ??= this.#readManifest()).files, name);
  }

  /** Content of a file that has a type. */
  read(name: string, coding: Coding): Uint8Array {
    const key = name + (coding === "identity" ? "" : SUFFIX[coding]);
    let bytes = this.#kept.get(key);
    if (!bytes) {
      const stored = readFileSync(join(this.#folder, name + SUFFIX[coding]));
      bytes = coding === "identity" ? brotliDecompressSync(stored) : stored;
      this.#kept.set(key, bytes);
    }
    return bytes;
  }

  #readManifest(): Manifest {
    const path = join(this.#folder, "manifest.json");
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Manifest) : { files: {} };
  }
}
