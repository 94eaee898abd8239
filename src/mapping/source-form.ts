/** What `_source` shows of a document, whose record always holds all of it: segments are made again from it. */
import type { FlatSettings } from "../analysis/component-groups.ts";
import { isJsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { filteredSource } from "../compat/filtered-source.ts";
import { parseSpelled } from "../compat/json/lossless-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import type { RootMapping, SourceMapping } from "./mapping-tree.ts";
import { sourceMode } from "./source-mapping.ts";
import { indexKeepMode } from "./synthetic-source/keep-mode.ts";
import { SyntheticPlan } from "./synthetic-source/synthetic-document.ts";

/** A record as far as its source is concerned. */
export interface SourceRecord {
  readonly id: string;
  readonly routing: string | undefined;
  /** The document as it came. */
  readonly source: Uint8Array;
}

/** The source of a record as it is shown, as JSON text; empty: none is. */
export type SourceLoader = (record: SourceRecord) => Uint8Array;

/** The form of a mapping, with its runtime fields by path; undefined: documents are shown as they came. */
export function sourceFormOf(
  root: RootMapping,
  runtime: ReadonlyMap<string, unknown>,
  settings: FlatSettings,
): SourceLoader | undefined {
  const mode = sourceMode(root.source, settings["index.mapping.source.mode"]);
  if (mode === "disabled") return noSource;
  if (mode === "synthetic")
    return syntheticForm(
      new SyntheticPlan(root.object, indexKeepMode(settings["index.mapping.synthetic_source_keep"]), runtime),
    );
  const { includes, excludes } = root.source ?? noFilter;
  return includes.length + excludes.length > 0 ? filteredForm(includes, excludes) : undefined;
}

const noFilter: Pick<SourceMapping, "includes" | "excludes"> = { includes: [], excludes: [] };
const nothing = new Uint8Array(0);

/** The form of mappings whose source is disabled. */
export const noSource: SourceLoader = () => nothing;

const syntheticForms = new WeakSet<SourceLoader>();

/** Whether documents of a form have a source of their own. */
export function hasSource(form: SourceLoader | undefined): boolean {
  return form === undefined || (form !== noSource && !syntheticForms.has(form));
}

const decoder = new TextDecoder();

function syntheticForm(plan: SyntheticPlan): SourceLoader {
  const form: SourceLoader = ({ id, routing, source }) => {
    const text = decoder.decode(source);
    const document = parseJson(text);
    return isJsonObject(document) ? Buffer.from(plan.source({ id, routing, source: document }, text)) : source;
  };
  syntheticForms.add(form);
  return form;
}

function filteredForm(includes: readonly string[], excludes: readonly string[]): SourceLoader {
  return ({ source }) => {
    const document = parseSpelled(decoder.decode(source));
    return isJsonObject(document) ? Buffer.from(writeJson(filteredSource(document, includes, excludes))) : source;
  };
}
