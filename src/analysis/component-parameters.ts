/**
 * Reads the settings of one analysis component (`index.analysis.filter.my_stop.*`). Values are strings or lists of
 * strings.
 */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { ownOf } from "../core/names.ts";
import type { ScriptReader } from "../scripting/script-compiler.ts";
import type { TokenFilter } from "./token-list.ts";

/** Flat settings of a component, without its prefix. */
export type ComponentSettings = Readonly<Record<string, string | readonly string[]>>;

/** What a component can use of its index and node. */
export interface ComponentSurroundings {
  /** A setting of the index (`index.max_ngram_diff`). */
  indexSetting(key: string): string | readonly string[] | undefined;
  /** The text of a file below the configuration folder. Throws 400, naming the parameter, when it cannot be read. */
  readFile(parameter: string, path: string): string;
  /** Like `readFile`, for files that declare their own encoding. */
  readBytes(parameter: string, path: string): Uint8Array;
  /** Names of the files in a folder below the configuration folder, in order; empty when there is no such folder. */
  fileNames(folder: string): readonly string[];
  /** Rules of a synonyms set in Solr format; undefined when there is no set with this name. */
  synonymsSet(name: string): readonly string[] | undefined;
  /** Compiles scripts. */
  readonly scripts: ScriptReader;
  /** Another token filter by name. */
  tokenFilter(name: string): TokenFilter | undefined;
}

/** The settings of one component with Elasticsearch's conversions and errors. */
export class ComponentParameters {
  readonly name: string;
  readonly settings: ComponentSettings;
  readonly surroundings: ComponentSurroundings;

  constructor(name: string, settings: ComponentSettings, surroundings: ComponentSurroundings) {
    this.name = name;
    this.settings = settings;
    this.surroundings = surroundings;
  }

  string(key: string): string | undefined {
    const value = ownOf(this.settings, key);
    return typeof value === "string" ? value : value?.join(",");
  }

  /** A list, or a comma-separated text. */
  list(key: string): readonly string[] | undefined {
    const value = ownOf(this.settings, key);
    if (value === undefined || typeof value !== "string") return value;
    return value === "" ? [] : value.split(",").map((part) => part.trim());
  }

  integer(key: string, fallback: number): number {
    const value = this.string(key);
    return value === undefined ? fallback : integerOf(key, value);
  }

  boolean(key: string, fallback: boolean): boolean {
    const value = this.string(key);
    if (value === undefined) return fallback;
    if (value === "true") return true;
    if (value === "false" || value === "") return false;
    throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  }

  /** An integer setting of the index. */
  indexInteger(key: string, fallback: number): number {
    const value = this.surroundings.indexSetting(key);
    return value === undefined ? fallback : integerOf(key, String(value));
  }

  /**
   * The words of `key`, or the lines of the file named by `<key>_path` (`#` begins a comment unless comments are kept).
   */
  words(key: string, options: { keepComments?: boolean } = {}): readonly string[] | undefined {
    const path = this.string(`${key}_path`);
    if (path === undefined) return this.list(key);
    const lines = this.lines(`${key}_path`, path);
    return lines
      .filter((line) => line.trim() !== "" && (options.keepComments || !line.startsWith("#")))
      .map((line) => line.trim());
  }

  /** The lines of a file as Java reads them: a trailing line break does not begin another line. */
  lines(parameter: string, path: string): readonly string[] {
    const lines = this.surroundings.readFile(parameter, path).split(/\r\n|[\n\r]/);
    return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  }
}

function integerOf(key: string, value: string): number {
  if (/^[+-]?\d+$/.test(value) && Number(value) >= -0x80000000 && Number(value) <= 0x7fffffff) return Number(value);
  throw new RequestError(500, "settings_exception", `Failed to parse int setting [${key}] with value [${value}]`, {
    cause: new RequestError(400, "number_format_exception", `For input string: "${value}"`),
  });
}
