/** How `_source` is rendered. The stored record always holds the whole document, since segments are rebuilt from it. */
import type { FlatSettings } from "../analysis/component-groups.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { filteredSource } from "../compat/filtered-source.ts";
import { parseLossless } from "../compat/json/lossless-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { hasSemanticFields, hasStoredQueries, type RootMapping, type SourceMapping } from "./mapping-tree.ts";
import { withoutInferenceFields } from "./semantic/inference-fields.ts";
import { lookupsMember } from "./stored-query.ts";
import { sourceMode } from "./source-mapping.ts";
import { indexKeepMode } from "./synthetic-source/keep-mode.ts";
import { sourceModeSetting, withModeDefaults } from "./time-series/index-mode.ts";
import { SyntheticPlan } from "./synthetic-source/synthetic-document.ts";

/** The part of a record that rendering needs. */
export interface SourceRecord {
  readonly id: string;
  readonly routing: string | undefined;
  /** The document as received. */
  readonly source: Uint8Array;
}

/** Renders the source of a record as JSON text; an empty result means no source. */
export type SourceLoader = (record: SourceRecord) => Uint8Array;

/** The source loader of a mapping, with its runtime fields by path; undefined: documents are returned as received. */
export function sourceLoaderOf(
  root: RootMapping,
  runtime: ReadonlyMap<string, unknown>,
  settings: FlatSettings,
): SourceLoader | undefined {
  const mode = sourceMode(root.source, sourceModeSetting(settings));
  if (mode === "disabled") return noSource;
  if (mode === "synthetic") return syntheticLoaderOf(root, runtime, settings);
  const { includes, excludes } = root.source ?? noFilter;
  const form = includes.length + excludes.length > 0 ? filteredForm(includes, excludes) : undefined;
  const shown = shownSource(root);
  return shown ? shownBy(shown, form) : form;
}

/** Sources are shown without what models made of their texts, and what was looked up for their queries. */
function shownSource(root: RootMapping): ((source: Uint8Array) => Uint8Array) | undefined {
  const hasQueries = hasStoredQueries(root.object);
  if (!hasSemanticFields(root.object)) return hasQueries ? lookupsMember.takeFrom : undefined;
  if (!hasQueries) return withoutInferenceFields;
  return (source) => lookupsMember.takeFrom(withoutInferenceFields(source));
}

function shownBy(shown: (source: Uint8Array) => Uint8Array, form: SourceLoader | undefined): SourceLoader {
  return ({ id, routing, source }) => {
    const own = shown(source);
    return form ? form({ id, routing, source: own }) : own;
  };
}

/** Renders sources as `mode: synthetic` would, whatever the mode is. */
export function syntheticLoaderOf(
  root: RootMapping,
  runtime: ReadonlyMap<string, unknown>,
  settings: FlatSettings,
): SourceLoader {
  return syntheticForm(
    new SyntheticPlan(
      root.object,
      indexKeepMode(withModeDefaults(settings)["index.mapping.synthetic_source_keep"]),
      runtime,
    ),
    shownSource(root),
  );
}

const noFilter: Pick<SourceMapping, "includes" | "excludes"> = { includes: [], excludes: [] };
const nothing = new Uint8Array(0);

/** The loader of mappings with the source disabled. */
export const noSource: SourceLoader = () => nothing;

const syntheticForms = new WeakSet<SourceLoader>();

/** Whether documents have a stored source (neither disabled nor synthetic). */
export function hasSource(form: SourceLoader | undefined): boolean {
  return form === undefined || (form !== noSource && !syntheticForms.has(form));
}

const decoder = new TextDecoder();

function syntheticForm(plan: SyntheticPlan, shown: ((source: Uint8Array) => Uint8Array) | undefined): SourceLoader {
  const form: SourceLoader = ({ id, routing, source: kept }) => {
    const source = shown ? shown(kept) : kept;
    const text = decoder.decode(source);
    const document = parseJson(text);
    return isJsonObject(document) ? Buffer.from(plan.source({ id, routing, source: document }, text)) : source;
  };
  syntheticForms.add(form);
  return form;
}

function filteredForm(includes: readonly string[], excludes: readonly string[]): SourceLoader {
  return ({ source }) => {
    const document = parseLossless(decoder.decode(source));
    return isJsonObject(document) ? Buffer.from(writeJson(filteredSource(document, includes, excludes))) : source;
  };
}
