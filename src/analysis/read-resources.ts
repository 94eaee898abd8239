/**
 * The resources that the analysis of an index has read, as plain data shared by all threads. They are read once, when
 * the index is opened, and again when its analyzers are reloaded, so every thread uses the same rules, whenever it
 * starts and whatever happens to the files.
 */
import type { PortableError } from "../compat/errors.ts";
import { illegalArgument } from "../compat/errors.ts";
import { ownOf, put } from "../core/names.ts";
import type { AnalysisResources } from "./analysis-resources.ts";

/** Content in shared memory; rules as UTF-8. */
export interface ReadResources {
  /** By path as given in the settings. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Names of files by folder. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
  /** Rules by set name, one per line; null: there was no such set. */
  readonly synonymsSets: Readonly<Record<string, Uint8Array | null>>;
}

/** Everything that an index has read. Replaced as a whole, never modified. */
export interface IndexResources {
  /** Differs for each change in the life of the process. */
  readonly version: number;
  /** Read when the index was opened. */
  readonly opened: ReadResources;
  /** By analyzer: read when it was last reloaded. */
  readonly reloaded: Readonly<Record<string, ReadResources>>;
  /** Why one of its components could not be built; using that component fails with this error. */
  readonly failure: PortableError | undefined;
}

/** Nothing. */
export const nothingRead: ReadResources = { files: {}, folders: {}, synonymsSets: {} };

/** Text as UTF-8 in shared memory. */
export function sharedText(text: string): Uint8Array {
  return sharedBytes(Buffer.from(text, "utf8"));
}

function sharedBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/**
 * Resources backed by what was read; anything else is absent. Bytes are copies, because decoders reject shared memory.
 */
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

/** The cached value of `name`, made on first use. */
function kept<T>(record: Record<string, T>, name: string, make: () => T): T {
  const found = ownOf(record, name);
  if (found !== undefined) return found;
  const made = make();
  put<T>(record, name, made);
  return made;
}

/** Reads from other resources and records the results. */
export class RecordingResources implements AnalysisResources {
  readonly #source: Pick<AnalysisResources, "readBytes" | "fileNames">;
  readonly #sets: Readonly<Record<string, Uint8Array | null>>;
  readonly #files: Record<string, Uint8Array> = {};
  readonly #folders: Record<string, readonly string[]> = {};
  readonly #used: Record<string, Uint8Array | null> = {};

  /** `sets` are the available synonyms sets; any other is absent. */
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

  /** Everything read so far; undefined when nothing was. */
  get read(): ReadResources | undefined {
    const parts = [this.#files, this.#folders, this.#used];
    if (parts.every((part) => Object.keys(part).length === 0)) return undefined;
    return { files: this.#files, folders: this.#folders, synonymsSets: this.#used };
  }
}

function linesOf(rules: Uint8Array): readonly string[] {
  return Buffer.from(rules).toString("utf8").split("\n");
}
