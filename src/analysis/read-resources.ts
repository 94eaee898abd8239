/**
 * What the analysis of an index has read, as plain data that all threads share. It is read once, when the index is
 * opened, and again when its analyzers are reloaded: so every thread analyses by the same rules, however late it
 * starts, whatever becomes of the files.
 */
import type { PortableError } from "../compat/errors.ts";
import { illegalArgument } from "../compat/errors.ts";
import { ownOf, put } from "../core/names.ts";
import type { AnalysisResources } from "./analysis-resources.ts";

/** In shared memory; rules as UTF-8. */
export interface ReadResources {
  /** By path, as the settings name it. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Names of files by folder. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
  /** Rules by the name of their set, one in a line; null: there was no such set. */
  readonly synonymsSets: Readonly<Record<string, Uint8Array | null>>;
}

/** What an index has read. Replaced as a whole, never changed. */
export interface IndexResources {
  /** Another one for each change, over the life of the process. */
  readonly version: number;
  /** When it was opened. */
  readonly opened: ReadResources;
  /** By analyzer: when that was reloaded last. */
  readonly reloaded: Readonly<Record<string, ReadResources>>;
  /** Why one of its components could not be made. What uses it fails with that. */
  readonly failure: PortableError | undefined;
}

/** Nothing. */
export const nothingRead: ReadResources = { files: {}, folders: {}, synonymsSets: {} };

/** Text as UTF-8 that all threads can see. */
export function sharedText(text: string): Uint8Array {
  return sharedBytes(Buffer.from(text, "utf8"));
}

function sharedBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** What was read, as resources; what was not, is not there. Bytes are copies: decoders do not take shared memory. */
export function resourcesOf({ files, folders, synonymsSets }: ReadResources): AnalysisResources {
  return {
    readBytes(parameter, path) {
      const file = ownOf(files, path);
      if (!file) throw illegalArgument(`IOException while reading ${parameter}: ${path}`);
      return Buffer.from(file);
    },
    fileNames: (folder) => ownOf(folders, folder) ?? [],
    synonymsSet(name) {
      const rules = ownOf(synonymsSets, name);
      return rules ? linesOf(rules) : undefined;
    },
  };
}

/** What is kept under `name`; made at first. */
function kept<T>(record: Record<string, T>, name: string, make: () => T): T {
  const found = ownOf(record, name);
  if (found !== undefined) return found;
  const made = make();
  put<T>(record, name, made);
  return made;
}

/** Reads by way of others, and keeps what they answer. */
export class RecordingResources implements AnalysisResources {
  readonly #source: Pick<AnalysisResources, "readBytes" | "fileNames">;
  readonly #sets: Readonly<Record<string, Uint8Array | null>>;
  readonly #files: Record<string, Uint8Array> = {};
  readonly #folders: Record<string, readonly string[]> = {};
  readonly #used: Record<string, Uint8Array | null> = {};

  /** `sets` are those that may be asked for; others are not there. */
  constructor(
    source: Pick<AnalysisResources, "readBytes" | "fileNames">,
    sets: Readonly<Record<string, Uint8Array | null>>,
  ) {
    this.#source = source;
    this.#sets = sets;
  }

  readBytes(parameter: string, path: string): Uint8Array {
    return Buffer.from(kept(this.#files, path, () => sharedBytes(this.#source.readBytes(parameter, path))));
  }

  fileNames(folder: string): readonly string[] {
    return kept(this.#folders, folder, () => this.#source.fileNames(folder));
  }

  synonymsSet(name: string): readonly string[] | undefined {
    const rules = ownOf(this.#sets, name) ?? null;
    put(this.#used, name, rules);
    return rules ? linesOf(rules) : undefined;
  }

  /** What was read until now; undefined: nothing. */
  get read(): ReadResources | undefined {
    const parts = [this.#files, this.#folders, this.#used];
    if (parts.every((part) => Object.keys(part).length === 0)) return undefined;
    return { files: this.#files, folders: this.#folders, synonymsSets: this.#used };
  }
}

function linesOf(rules: Uint8Array): readonly string[] {
  return Buffer.from(rules).toString("utf8").split("\n");
}
