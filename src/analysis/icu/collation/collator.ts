/** Sort keys by the collation of a language: bytes that compare like the texts (ICU's RuleBasedCollator). */
import { illegalArgument } from "../../../compat/errors.ts";
import { orderlyText } from "../orderly-text.ts";
import type { CollationMappings } from "./collation-data.ts";
import { CollationElements } from "./collation-elements.ts";
import { LEVEL_SEPARATOR, SortKeyWriter } from "./collation-key.ts";
import { collationOf } from "./collation-locales.ts";
import { type CollationSettings, settingsOf, variableTopOf } from "./collation-settings.ts";
import { NO_ELEMENT_PRIMARY } from "./element-buffer.ts";
import { addIdenticalLevel } from "./identical-level.ts";
import { localeName } from "./locale-name.ts";
import { settingsOfKeywords } from "./locale-settings.ts";
import type { TailoredCollation } from "./tailoring/tailored-collation.ts";

/** Changes to a locale's settings. */
export interface CollatorOptions {
  /** A locale name in ICU's syntax; empty: the root. */
  readonly locale: string;
  /** The root tailored by rules, in place of a locale. */
  readonly tailoring?: TailoredCollation | undefined;
  readonly settings: Partial<Omit<CollationSettings, "variableTop" | "reordering">>;
  /** A text with a single element: elements up to the end of its group are variable. */
  readonly variableTop?: string | undefined;
}

/** One collation, for one thread. */
export class Collator {
  readonly #isNormalizing: boolean;
  readonly #isIdentical: boolean;
  readonly #elements: CollationElements;
  readonly #writer: SortKeyWriter;

  /** Throws 400 when there are no data, and for an invalid variable top. */
  constructor({ locale, tailoring, settings, variableTop }: CollatorOptions) {
    const { mappings, settings: own } = tailoring ?? collationOfLocale(locale);
    const all = { ...own, ...settings };
    const used =
      variableTop === undefined ? all : { ...all, variableTop: variableTopOfText(mappings, all, variableTop) };
    this.#isNormalizing = used.isNormalizing;
    this.#isIdentical = used.strength === "identical";
    this.#elements = new CollationElements(mappings, used.isNumeric);
    this.#writer = new SortKeyWriter(used, mappings.compressible);
  }

  /** The key of a text, including the terminating 0. */
  key(text: string): Uint8Array {
    this.#elements.begin(this.#isNormalizing ? orderlyText(text) : text);
    const { key } = this.#writer;
    this.#writer.write(this.#elements);
    if (this.#isIdentical) {
      key.push(LEVEL_SEPARATOR);
      addIdenticalLevel(key, text.normalize("NFD"));
    }
    key.push(0);
    return key.bytes.slice(0, key.length);
  }
}

/** The collation of a locale, with the settings in its name. */
function collationOfLocale(locale: string): TailoredCollation {
  const name = localeName(locale);
  const contents = collationOf(name);
  const { mappings } = contents;
  return { mappings, settings: { ...settingsOf(contents), ...settingsOfKeywords(mappings.scripts, name.keywords) } };
}

/** The highest variable weight, given by a text from its group (RuleBasedCollator.setVariableTop). */
function variableTopOfText(mappings: CollationMappings, settings: CollationSettings, text: string): number {
  if (text === "") throw illegalArgument("Variable top argument string can not be null or zero in length.");
  const elements = new CollationElements(mappings, settings.isNumeric);
  elements.begin(settings.isNormalizing ? orderlyText(text) : text);
  elements.next();
  const { primary } = elements;
  elements.next();
  if (primary === NO_ELEMENT_PRIMARY || elements.primary !== NO_ELEMENT_PRIMARY) {
    throw illegalArgument("Variable top argument string must map to exactly one collation element");
  }
  return variableTopOf(mappings.scripts, primary);
}
