/** The databases of addresses that lie in the configuration folder: each is read once for all processors. */
import { createHash } from "node:crypto";
import { MaxmindDatabase } from "./maxmind-database.ts";

/** Where they lie. */
export const DATABASE_FOLDER = "ingest-geoip";

export class AddressDatabases {
  readonly #readFile: (name: string) => Uint8Array | undefined;
  readonly #open = new Map<string, { readonly digest: string; readonly database: MaxmindDatabase }>();

  constructor(readFile: (name: string) => Uint8Array | undefined) {
    this.#readFile = readFile;
  }

  /** As the file is now: pipelines that are read again meet a newer one. Throws RequestError 400 for a damaged one. */
  open(file: string): MaxmindDatabase | undefined {
    const bytes = this.#readFile(`${DATABASE_FOLDER}/${file}`);
    if (!bytes) {
      this.#open.delete(file);
      return undefined;
    }
    const digest = createHash("sha1").update(bytes).digest("base64");
    const known = this.#open.get(file);
    if (known?.digest === digest) return known.database;
    const database = new MaxmindDatabase(bytes);
    this.#open.set(file, { digest, database });
    return database;
  }
}
