/** Keys of texts by the collation of a language: bytes that compare as the texts do (ICU's RuleBasedCollator). */
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

/** What is changed of the settings that a locale has. */
export interface CollatorOptions {
  /** A name as ICU takes it; empty: the root. */
  readonly locale: string;
  /** What rules make of the root, in place of a locale. */
  readonly tailoring?: TailoredCollation | undefined;
  readonly settings: Partial<Omit<CollationSettings, "variableTop" | "reordering">>;
  /** A text of one element: up to the end of its group, elements are variable. */
  readonly variableTop?: string | undefined;
}

/** One collation, for one thread. */
export class Collator {
  readonly #isNormalizing: boolean;
  readonly #isIdentical: boolean;
  readonly #elements: CollationElements;
  readonly #writer: SortKeyWriter;

  /** Throws 400 when there are no data, and for a variable top that cannot be one. */
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

  /** The key of a text, with the 0 that ends it. */
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

/** The collation of a locale, with the settings that its name asks for. */
function collationOfLocale(locale: string): TailoredCollation {
  const name = localeName(locale);
  const contents = collationOf(name);
  const { mappings } = contents;
  return { mappings, settings: { ...settingsOf(contents), ...settingsOfKeywords(mappings.scripts, name.keywords) } };
}

/** The highest variable weight by a text that stands for its group (RuleBasedCollator.setVariableTop). */
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
