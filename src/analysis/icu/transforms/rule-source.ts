/** ICU's rule-based transforms, in `translit/root.res`, and those of languages in adjacent bundles. */
import { damagedData } from "../damaged-data.ts";
import type { IcuData } from "../icu-data.ts";
import { ResourceArray, ResourceTable } from "../resource-bundle.ts";

const ROOT = "translit/root.res";

/** Rules in one direction, or an alias. */
export type RuleSource = { readonly rules: string; readonly isReverse: boolean } | { readonly alias: string };

/** The parts of an id. */
export interface IdParts {
  readonly source: string;
  readonly target: string;
  /** Empty when there is none. */
  readonly variant: string;
}

/** Splits a registry id (ICU's TransliteratorIDParser.IDtoSTV). */
export function partsOf(id: string): IdParts {
  const [names, variant = ""] = id.split("/");
  const hyphen = names!.indexOf("-");
  return { source: hyphen < 0 ? "Any" : names!.slice(0, hyphen), target: names!.slice(hyphen + 1), variant };
}

/** Finds the rules of a transform. */
export class RuleSources {
  readonly #data: IcuData;
  /** The table of the global rules and their ids. */
  readonly #root: ResourceTable;
  readonly #table: ResourceTable;
  /** Ids in their original spelling, by lower-case id. */
  readonly #ids: ReadonlyMap<string, string>;

  /** Throws 400 for data without rules. */
  constructor(data: IcuData) {
    this.#data = data;
    const root = data.bundle(ROOT)?.root;
    const table = root?.get("RuleBasedTransliteratorIDs");
    if (!root || !(table instanceof ResourceTable)) throw damagedData(ROOT, "there are no transforms");
    this.#root = root;
    this.#table = table;
    // Ids in BCP 47 form are duplicates, and left out as in ICU4J.
    this.#ids = new Map(table.keys.filter((id) => !id.includes("-t-")).map((id) => [id.toLowerCase(), id]));
  }

  /** Public ids. */
  visibleIds(): string[] {
    return [...this.#ids.values()].filter((id) => this.#typeOf(id).type !== "internal");
  }

  /** The source for an id; undefined when there is none. */
  find(id: string): RuleSource | undefined {
    const known = this.#ids.get(id.toLowerCase());
    if (known === undefined) return undefined;
    const { type, entry } = this.#typeOf(known);
    const value = entry.get(type);
    if (typeof value === "string") return { alias: value };
    const rules = value instanceof ResourceTable ? value.get("resource") : undefined;
    const direction = value instanceof ResourceTable ? value.get("direction") : undefined;
    if (typeof rules !== "string" || typeof direction !== "string") throw damagedData(ROOT, `[${known}] has no rules`);
    return { rules, isReverse: direction.startsWith("R") };
  }

  #typeOf(id: string): { type: string; entry: ResourceTable } {
    const entry = this.#table.get(id);
    const type = entry instanceof ResourceTable ? entry.keys[0] : undefined;
    if (!(entry instanceof ResourceTable) || type === undefined) throw damagedData(ROOT, `[${id}] is no transform`);
    return { type, entry };
  }

  /** A language's own rules, for it as source or as target (ICU's TransliteratorRegistry.findInBundle). */
  ofLanguage(language: string, other: string, variant: string, isReverse: boolean): RuleSource | undefined {
    if (language === "root" || !/^[a-z]{2,3}(?:_[A-Za-z0-9]+)*$/.test(language)) return undefined;
    const bundle = this.#data.bundle(`translit/${language}.res`);
    if (!bundle) return undefined;
    for (const [tag, direction] of [
      [isReverse ? "TransliterateFrom" : "TransliterateTo", false] as const,
      ["Transliterate", isReverse] as const,
    ]) {
      const found = bundle.root.get(tag + other.toUpperCase()) ?? this.#root.get(tag + other.toUpperCase());
      const rules = found instanceof ResourceArray ? rulesOf(found, variant) : undefined;
      if (rules !== undefined) return { rules, isReverse: direction };
    }
    return undefined;
  }
}

/** Variants and their rules alternate; the first variant is the default. */
function rulesOf(variants: ResourceArray, variant: string): string | undefined {
  for (let index = 0; index + 1 < variants.length; index += 2) {
    const name = variants.at(index);
    const rules = variants.at(index + 1);
    const isWanted = variant === "" || (typeof name === "string" && name.toLowerCase() === variant.toLowerCase());
    if (isWanted && typeof rules === "string") return rules;
  }
  return undefined;
}
