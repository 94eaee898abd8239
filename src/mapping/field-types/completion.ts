import { MAX_TERM_BYTES } from "../../compat/term-limit.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { completionEntry, CONTEXT_SEPARATOR, contextPrefix } from "../completion/completion-entry.ts";
import {
  checkContextPaths,
  type CompletionContext,
  contextsOf,
  contextsOfField,
  readContexts,
} from "../completion/completion-contexts.ts";
import { type CompletionInput, completionInputs } from "../completion/completion-inputs.ts";
import { completionAnalyzer, HOLE, SEPARATOR } from "../completion/completion-paths.ts";
import { type FieldCapabilities, plainValues } from "../field-capabilities.ts";
import { baseField, defineFieldType, refuseFetchFormat, valueText } from "../define-field-type.ts";
import type { FieldType, FieldTypeContext, IndexableField, ValueContext } from "../field-type.ts";
import { immenseTerm } from "../keyword-text.ts";
import { javaText } from "../mapping-error.ts";
import { booleanParameter, type Parameter, readInteger } from "../parameter.ts";
import { ofDocument } from "../value-error.ts";

const inputs: FieldCapabilities = { ...plainValues, matchQuery: "words", wholeValues: true };

const DEFAULT_ANALYZER = "simple";
const DEFAULT_LENGTH = 50;

function analyzerParameter(name: string, fallback: string | null, updateable: boolean): Parameter {
  return { name, fallback, updateable, read: (value, context) => context.analyzer(javaText(value)).name };
}

/** `max_input_length`, and its old name. */
function lengthParameter(name: string, fallback: number | null): Parameter {
  return {
    name,
    fallback,
    updateable: true,
    read(value) {
      const length = readInteger(value);
      if (length <= 0) throw illegalArgument(`[max_input_length] must be > 0 but was [${length}]`);
      return length;
    },
  };
}

const contextsParameter: Parameter = { name: "contexts", fallback: null, updateable: false, read: readContexts };

/** Inputs that the suggester finds by prefix; `completion-entry.ts` describes how they are indexed. */
export const completion: FieldType = defineFieldType({
  name: "completion",
  summary: "Inputs with weights, which a suggester offers by their beginnings.",
  parameters: [
    analyzerParameter("analyzer", DEFAULT_ANALYZER, false),
    analyzerParameter("search_analyzer", null, true),
    booleanParameter("preserve_separators", true),
    booleanParameter("preserve_position_increments", true),
    lengthParameter("max_input_length", DEFAULT_LENGTH),
    lengthParameter("max_input_len", null),
    contextsParameter,
  ],

  create({ values }, context): IndexableField {
    const { path } = context;
    const shown = shownParameters(values);
    const analyzers = analyzersOf(shown, context);
    const base = baseField(path, {
      type: "completion",
      capabilities: inputs,
      searchable: true,
      aggregatable: false,
      spec: { terms: "positions", norms: true, column: undefined },
      shown,
    });
    const contexts = contextsOf(shown["contexts"] ?? null);
    const parts: Parts = { path, contexts, analyzer: analyzers.index, longest: Number(shown["max_input_length"]) };
    const entries = entriesField(parts);
    return {
      ...base,
      ...pieces(parts, addTerms),
      indexAnalyzer: analyzers.index,
      searchAnalyzer: analyzers.search,
      searchQuoteAnalyzer: analyzers.search,
      completionContexts: contexts,
      takesStructure: true,
      withoutFieldData: `Fielddata is not supported on field [${path}] of type [completion]`,
      subFields: [{ field: entries, named: false }],
      term: (value) => Buffer.from(valueText(value), "utf8"),
      multiFieldValues: textsOf,
      checkReferences: (typeOf) => checkContextPaths(contexts, typeOf),

      fetch(sourceValue, format) {
        refuseFetchFormat(base, format);
        return sourceValue === null ? undefined : sourceValue;
      },
    };
  },
});

const ENTRIES = "\0entries";

/** The internal field with the entries of field `path`; no user can use its name. */
export function completionEntriesName(path: string): string {
  return `${path}${ENTRIES}`;
}

/** The path of the field whose entries a field has; undefined for any other field. */
export function completionOfEntries(name: string): string | undefined {
  return name.endsWith(ENTRIES) ? name.slice(0, -ENTRIES.length) : undefined;
}

/** All parameters except contexts are always returned. */
function shownParameters(values: Readonly<Record<string, Json>>): JsonObject {
  const { analyzer = null, search_analyzer: search, max_input_len: old, contexts = null } = values;
  return {
    analyzer,
    ...(search === null || search === undefined || search === analyzer ? {} : { search_analyzer: search }),
    preserve_separators: values["preserve_separators"] ?? null,
    preserve_position_increments: values["preserve_position_increments"] ?? null,
    max_input_length: old ?? values["max_input_length"] ?? null,
    ...(contexts === null ? {} : { contexts }),
  };
}

function analyzersOf(
  shown: JsonObject,
  context: FieldTypeContext,
): { index: Parts["analyzer"]; search: Parts["analyzer"] } {
  const options = {
    separators: shown["preserve_separators"] === true,
    positionIncrements: shown["preserve_position_increments"] === true,
  };
  const of = (name: Json | undefined): Parts["analyzer"] =>
    completionAnalyzer(context.analyzer(javaText(name)), options);
  return { index: of(shown["analyzer"]), search: of(shown["search_analyzer"] ?? shown["analyzer"]) };
}

/** The parts of a field. */
interface Parts {
  readonly path: string;
  readonly contexts: readonly CompletionContext[];
  readonly analyzer: ReturnType<typeof completionAnalyzer>;
  /** Maximum length of an input, in UTF-16 units. */
  readonly longest: number;
}

/** Adds an input to what a field indexes, with the prefix of a context or an empty one. */
type Add = (parts: Parts, prefix: string, text: string, weight: number, target: ValueContext) => void;

/**
 * How values become inputs. With contexts, inputs wait for the end of the document, since other fields may supply
 * contexts.
 */
function pieces(parts: Parts, add: Add): Pick<IndexableField, "index" | "everyDocument" | "watches"> {
  const { path, contexts } = parts;
  const pending: [text: string, input: CompletionInput][] = [];
  return {
    index(value, target) {
      if (value === null) return;
      target.builder.addPresence(target.field);
      // Zero for the first value of a document: drops what a refused document left.
      if (target.nextPosition === 0) pending.length = 0;
      for (const [text, input] of completionInputs(parts, value, target)) {
        const cut = cutInput(text, parts.longest);
        if (isBlank(cut)) target.ignore(path);
        else {
          refuseReserved(cut, value, contexts.length > 0);
          if (contexts.length > 0) pending.push([cut, input]);
          else add(parts, "", cut, input.weight, target);
        }
      }
      if (target.nextPosition === 0) target.nextPosition = 1;
    },
    ...(contexts.length === 0
      ? {}
      : {
          watches: [path, ...contexts.flatMap((context) => context.path ?? [])],

          everyDocument(target: ValueContext) {
            if (target.valuesOf(path).length === 0) return;
            for (const [text, input] of pending) {
              for (const prefix of prefixesOf(parts, input, target)) add(parts, prefix, text, input.weight, target);
            }
          },
        }),
  };
}

/** The path prefixes of an input: its own contexts, and those from other fields of the document. */
function prefixesOf({ path, contexts }: Parts, input: CompletionInput, target: ValueContext): Set<string> {
  const prefixes = new Set<string>();
  contexts.forEach((context, kind) => {
    for (const value of input.contexts.get(context.name) ?? []) prefixes.add(contextPrefix(kind, value));
    if (context.path === undefined) return;
    for (const value of contextsOfField(context, target.valuesOf(context.path)))
      prefixes.add(contextPrefix(kind, value));
  });
  if (prefixes.size === 0)
    throw illegalArgument(`Contexts are mandatory in context enabled completion field [${path}]`);
  return prefixes;
}

/** Adds the paths of an input as terms of the field itself. */
function addTerms(
  { path, analyzer }: Parts,
  prefix: string,
  text: string,
  _weight: number,
  { builder, field }: ValueContext,
): void {
  for (const { text: way } of analyzer.tokens(text)) {
    const term = Buffer.from(prefix + way, "utf8");
    if (term.length > MAX_TERM_BYTES) throw immenseTerm(path, prefix + way);
    builder.addTerm(field, term, 0, term.length, 0);
    builder.addLength(field, 1);
  }
}

/** The internal field with the suggester's entries for the same inputs. */
function entriesField(parts: Parts): IndexableField {
  const base = baseField(completionEntriesName(parts.path), {
    type: "completion",
    capabilities: inputs,
    searchable: false,
    aggregatable: false,
    spec: { terms: "docs", norms: false, column: "ordinals" },
    shown: {},
  });
  return {
    ...base,
    ...pieces(parts, ({ path, analyzer }, prefix, text, weight, { builder, field }) => {
      for (const { text: way } of analyzer.tokens(text)) {
        const entry = completionEntry(prefix + way, text, weight);
        if (entry.length > MAX_TERM_BYTES) throw immenseTerm(path, prefix + way);
        builder.addOrdinalTerm(field, entry, 0, entry.length);
      }
    }),
  };
}

/** The first `longest` units of a text, plus one where they would split a surrogate pair. */
function cutInput(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? longest + 1 : longest);
}

/** Blank as in Java's trim: nothing above U+0020. */
function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x20) return false;
  return true;
}

/** Throws for characters that are reserved in terms. */
function refuseReserved(text: string, value: Json, inContext: boolean): void {
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    const reserved = character === SEPARATOR || character === HOLE || character === "\0";
    if (!reserved && !(inContext && character === CONTEXT_SEPARATOR)) continue;
    const code = `0x${character.charCodeAt(0).toString(16)}`;
    const cause = illegalArgument(
      `Illegal ${reserved ? "input" : "value"} [${text}] UTF-16 codepoint [${code}] at position ${at} is a reserved character`,
    );
    throw ofDocument(cause, typeof value === "object" ? "last" : "value");
  }
}

/** The inputs of a value as texts, for multi-fields of other types. */
function textsOf(value: Json): Json[] {
  const items = Array.isArray(value) ? value : [value];
  const texts = items.flatMap((item) => {
    if (typeof item !== "object" || item === null) return [item];
    const { input = [] } = item as JsonObject;
    return Array.isArray(input) ? input : [input];
  });
  return [...new Set(texts)];
}
