/** Programs, systems and devices by the texts that programs send of themselves (`UserAgentParser`). */
import { readFileSync } from "node:fs";
import { JavaPattern } from "../../compat/patterns/java-pattern.ts";
import { CASE_INSENSITIVE } from "../../compat/patterns/pattern-flags.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { onFirstUse } from "../../core/on-first-use.ts";
import { packageFile } from "../../core/package-files.ts";
import { javaText } from "../document/java-values.ts";
import { requiredText } from "./required-text.ts";

/** A program or a system. */
export interface NamedVersion {
  readonly name: string;
  /** `51.0.2704`; undefined without a number. */
  readonly version: string | undefined;
}

/** What is known of a text; undefined where no pattern matches. */
export interface UserAgent {
  readonly program: NamedVersion | undefined;
  readonly system: NamedVersion | undefined;
  readonly device: NamedVersion | undefined;
}

/** Texts whose results are kept, as Elasticsearch's `ingest.user_agent.cache_size`. */
const MOST_KEPT = 1000;

interface Recognizer {
  readonly source: string;
  readonly flags: number;
  /** In lower case where the pattern ignores case. */
  readonly required: string;
  readonly name: string | undefined;
  readonly versions: readonly (string | undefined)[];
  /** Compiled when a text first gets past `required`. */
  pattern?: JavaPattern;
}

export class UserAgentParser {
  readonly #programs: readonly Recognizer[];
  readonly #systems: readonly Recognizer[];
  readonly #devices: readonly Recognizer[];
  readonly #kept = new Map<string, UserAgent>();

  /** `patterns`: the lists of uap-core's `regexes.yaml`. */
  constructor(patterns: JsonObject) {
    this.#programs = recognizers(patterns, "user_agent_parsers", ["family", "v1", "v2", "v3", "v4"]);
    this.#systems = recognizers(patterns, "os_parsers", ["os", "os_v1", "os_v2", "os_v3", "os_v4"]);
    this.#devices = recognizers(patterns, "device_parsers", ["device"]);
  }

  parse(text: string): UserAgent {
    const known = this.#kept.get(text);
    if (known) return known;
    const lower = text.toLowerCase();
    const found = {
      program: firstMatch(this.#programs, text, lower),
      system: firstMatch(this.#systems, text, lower),
      device: firstMatch(this.#devices, text, lower),
    };
    if (this.#kept.size >= MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? "");
    this.#kept.set(text, found);
    return found;
  }
}

/** The parser that comes with the server. */
export const builtInParser = onFirstUse(
  () => new UserAgentParser(JSON.parse(readFileSync(packageFile("spec/user-agents.json"), "utf8")) as JsonObject),
);

function recognizers(patterns: JsonObject, list: string, [name = "", ...versions]: readonly string[]): Recognizer[] {
  const given = ownOf(patterns, list);
  if (!Array.isArray(given)) return [];
  return given.flatMap((one: Json) => {
    if (!isJsonObject(one)) return [];
    const text = (key: string): string | undefined => {
      const value = ownOf(one, key) ?? null;
      return value === null ? undefined : javaText(value);
    };
    const source = text("regex") ?? "";
    const ignoresCase = text("regex_flag") === "i";
    const required = requiredText(source);
    return {
      source,
      flags: ignoresCase ? CASE_INSENSITIVE : 0,
      // What a flag within the pattern says holds for its letters too.
      required: source.includes("(?i") && !ignoresCase ? "" : ignoresCase ? required.toLowerCase() : required,
      name: text(`${name}_replacement`),
      versions: versions.map((version) => text(`${version}_replacement`)),
    };
  });
}

function firstMatch(all: readonly Recognizer[], text: string, lower: string): NamedVersion | undefined {
  for (const one of all) {
    if (!(one.flags === 0 ? text : lower).includes(one.required)) continue;
    one.pattern ??= new JavaPattern(one.source, one.flags);
    const match = one.pattern.find(text);
    if (!match) continue;
    const group = (number: number): string | undefined => {
      const start = match.spans[number * 2] ?? -1;
      return start < 0 ? undefined : text.slice(start, match.spans[number * 2 + 1]);
    };
    const name = one.name === undefined ? group(1) : one.name.replace("$1", () => group(1) ?? "$1");
    if (name === undefined) continue;
    const parts: string[] = [];
    for (let at = 0; at < 4; at++) {
      const part = one.versions[at] ?? group(at + 2);
      if (part === undefined) break;
      parts.push(part);
    }
    return { name, version: parts.length === 0 ? undefined : parts.join(".") };
  }
  return undefined;
}
