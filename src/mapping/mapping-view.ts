/** The mapping and settings of an index as searches use them: field types by path, analyzers, limits. */
import type { Json } from "../core/json.ts";
import type { Analyzer } from "../analysis/analyzer.ts";
import type { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { DocumentInput, DocumentParser } from "./document-parser.ts";
import type { MappedField } from "./field-type.ts";
import type { SourceLoader } from "./source-form.ts";
import type { QueryReader } from "./stored-query.ts";

/** Read access to one version of an index' mapping. Immutable; a new version is a new view. */
export interface MappingView {
  /** Name of the concrete index, for error details. */
  readonly index: string;
  readonly version: number;
  /** How `_source` is rendered from the stored record; undefined: unchanged. */
  readonly sourceLoader?: SourceLoader | undefined;
  /** `sourceLoader` of a request that wants sources as `mode: synthetic` would show them. Absent: there is none. */
  syntheticLoader?(): SourceLoader;
  /**
   * The field of a full path (aliases resolved), or undefined when unmapped. Metadata fields (`_id`, `_index` …)
   * included.
   */
  field(path: string): MappedField | undefined;
  /** Runtime fields by path; `field` includes them. Absent: there are none. */
  readonly runtimeFields?: ReadonlyMap<string, MappedField> | undefined;
  /** Type of an existing field that the caller may not see. Absent: nothing is hidden. */
  hiddenType?(path: string): string | undefined;
  /**
   * Full paths of all leaf fields that match a simple pattern (`*` wildcards), multi-fields included, metadata fields
   * not.
   */
  matching(pattern: string): readonly string[];
  /** Whether `path` is an object (or nested) in the mapping. */
  isObject(path: string): boolean;
  /**
   * Fields with dots in their own names that are not part of another field (`subobjects: false`). Absent: there are
   * none.
   */
  readonly dottedFields?: ReadonlySet<string> | undefined;
  /** An analyzer of the index by name, or undefined. */
  analyzer(name: string): Analyzer | undefined;
  /** Compiles scripts on the thread of the view. */
  readonly scripts: ScriptCompiler;
  /** A setting of the index (`index.max_result_window` …) with its default applied. */
  setting(name: string): Json | undefined;
  /**
   * A parser for documents of a request, which also knows the fields that these would add to the mapping. Throws
   * RequestError 400 for documents that cannot be mapped. Absent: the view cannot parse documents.
   */
  parserFor?(documents: readonly DocumentInput[], readQuery: QueryReader): DocumentParser;
  /** The real path of an alias; other paths unchanged. */
  resolve(path: string): string;
}

/** A view that overrides parts of another one. */
export function viewOver(base: MappingView, changes: Partial<MappingView>): MappingView {
  return {
    index: base.index,
    version: base.version,
    scripts: base.scripts,
    sourceLoader: base.sourceLoader,
    ...(base.syntheticLoader ? { syntheticLoader: () => base.syntheticLoader!() } : {}),
    runtimeFields: base.runtimeFields,
    dottedFields: base.dottedFields,
    field: (path) => base.field(path),
    hiddenType: (path) => base.hiddenType?.(path),
    matching: (pattern) => base.matching(pattern),
    isObject: (path) => base.isObject(path),
    analyzer: (name) => base.analyzer(name),
    setting: (name) => base.setting(name),
    ...(base.parserFor ? { parserFor: (documents, readQuery) => base.parserFor!(documents, readQuery) } : {}),
    resolve: (path) => base.resolve(path),
    ...changes,
  };
}
