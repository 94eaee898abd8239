/**
 * Keys of remote clusters in a file of the data folder, each encrypted by the key of the server and bound to its
 * alias. Whoever puts one there (`wardex remote-credentials`) need not stop the server, which reads the file when it
 * starts and when it is told to.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../compat/json/parse-json.ts";
import { valueText } from "../compat/value-text.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import type { SecretBox } from "../security/secret-box.ts";

const NAME = "remote-credentials.json";

export class RemoteCredentialsFile {
  readonly #path: string;
  readonly #secrets: Pick<SecretBox, "seal" | "open">;

  constructor(dataPath: string, secrets: Pick<SecretBox, "seal" | "open">) {
    this.#path = join(dataPath, NAME);
    this.#secrets = secrets;
  }

  /** Names of the clusters that there is a key for. */
  aliases(): string[] {
    return Object.keys(this.#stored()).sort();
  }

  /** The keys by alias. Throws for what does not open; the message holds none of them. */
  read(): Record<string, string> {
    const keys: Record<string, string> = {};
    for (const [alias, sealed] of Object.entries(this.#stored()))
      put(keys, alias, this.#secrets.open(valueText(sealed), placeOf(alias)));
    return keys;
  }

  /** Durable when it returns. */
  put(alias: string, key: string): void {
    const stored = this.#stored();
    put(stored, alias, this.#secrets.seal(key, placeOf(alias)));
    this.#write(stored);
  }

  /** Answers whether there was one. */
  remove(alias: string): boolean {
    const stored = this.#stored();
    if (ownOf(stored, alias) === undefined) return false;
    this.#write(Object.fromEntries(Object.entries(stored).filter(([name]) => name !== alias)));
    return true;
  }

  #stored(): JsonObject {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
      throw error;
    }
    const stored = parseJson(text);
    return isJsonObject(stored) ? stored : {};
  }

  #write(stored: JsonObject): void {
    const next = `${this.#path}.next`;
    const file = openSync(next, "w", 0o600);
    try {
      writeSync(file, `${JSON.stringify(stored, undefined, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, this.#path);
  }
}

function placeOf(alias: string): string {
  return `cluster.remote.${alias}.credentials`;
}
