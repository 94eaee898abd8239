/** Reads the settings of one analysis component (`index.analysis.filter.my_stop.*`). Values are texts or lists of texts. */
import { illegalArgument, RequestError } from "../core/errors.ts";

/** Flat settings of a component, without its prefix. */
export type ComponentSettings = Readonly<Record<string, string | readonly string[]>>;

/** The settings of one component with the original's conversions and errors. */
export class ComponentParameters {
  readonly name: string;
  readonly settings: ComponentSettings;

  constructor(name: string, settings: ComponentSettings) {
    this.name = name;
    this.settings = settings;
  }

  string(key: string): string | undefined {
    const value = this.settings[key];
    return typeof value === "string" ? value : value?.join(",");
  }

  /** A list, or a text with commas. */
  list(key: string): readonly string[] | undefined {
    const value = this.settings[key];
    if (value === undefined || typeof value !== "string") return value;
    return value === "" ? [] : value.split(",").map((part) => part.trim());
  }

  integer(key: string, fallback: number): number {
    const value = this.string(key);
    if (value === undefined) return fallback;
    if (/^[+-]?\d+$/.test(value) && Math.abs(Number(value)) <= 0x7fffffff) return Number(value);
    throw new RequestError(500, "settings_exception", `Failed to parse int setting [${key}] with value [${value}]`, {
      cause: new RequestError(400, "number_format_exception", `For input string: "${value}"`),
    });
  }

  boolean(key: string, fallback: boolean): boolean {
    const value = this.string(key);
    if (value === undefined) return fallback;
    if (value === "true") return true;
    if (value === "false" || value === "") return false;
    throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  }
}
