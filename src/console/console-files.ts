/**
 * The files of the console, as the build left them in `dist/ui`: compressed by Brotli, beside a manifest of their
 * names. Nothing is opened before somebody asks; a file is read when it is first wanted, and kept in each form that was
 * wanted.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { ownOf } from "../core/names.ts";

/** How a file travels: browsers take Brotli over TLS and from this machine, gzip elsewhere, programs nothing. */
export type Coding = "br" | "gzip" | "identity";

/** What the build wrote of the console. */
interface Manifest {
  /** Media types by name. */
  readonly files: Readonly<Record<string, string>>;
}

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
    const key = `${coding} ${name}`;
    let bytes = this.#kept.get(key);
    if (!bytes) {
      bytes = inForm(coding, readFileSync(join(this.#folder, `${name}.br`)));
      this.#kept.set(key, bytes);
    }
    return bytes;
  }

  #readManifest(): Manifest {
    const path = join(this.#folder, "manifest.json");
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Manifest) : { files: {} };
  }
}

function inForm(coding: Coding, stored: Uint8Array): Uint8Array {
  if (coding === "br") return stored;
  const plain = brotliDecompressSync(stored);
  return coding === "gzip" ? gzipSync(plain) : plain;
}
