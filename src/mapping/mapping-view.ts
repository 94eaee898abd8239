/** What searching sees of an index' mapping and settings: field types by path, analyzers, limits. */
import type { Json } from "../core/json.ts";
import type { Analyzer } from "../analysis/analyzer.ts";
import type { ScriptCompiler } from "../scripting/script-compiler.ts";
import type { MappedField } from "./field-type.ts";
import type { SourceLoader } from "./source-form.ts";

/** Read access to one version of an index' mapping. Immutable; a new version is a new view. */
export interface MappingView {
  /** Name of the concrete index, for error details. */
  readonly index: string;
  readonly version: number;
  /** What `_source` shows of a record; undefined: all, as it came. */
  readonly sourceLoader?: SourceLoader | undefined;
  /**
   * The field of a full path (aliases resolved), or undefined when unmapped. Metadata fields (`_id`, `_index` …)
   * included.
   */
  field(path: string): MappedField | undefined;
  /** Fields whose values are made when a search asks for them, by path; `field` knows them. Absent: there are none. */
  readonly runtimeFields?: ReadonlyMap<string, MappedField> | undefined;
  /** Type of a field that is there, and that the caller may not see. Absent: there are none. */
  hiddenType?(path: string): string | undefined;
  /**
   * Full paths of all leaf fields that match a simple pattern (`*` wildcards), multi-fields included, metadata fields
   * not.
   */
  matching(pattern: string): readonly string[];
  /** Whether `path` is an object (or nested) in the mapping. */
  isObject(path: string): boolean;
  /**
   * Fields that have dots in their own names, and are part of no other field (`subobjects: false`). Absent: there are
   * none.
   */
  readonly dottedFields?: ReadonlySet<string> | undefined;
  /** An analyzer of the index by name, or undefined. */
  analyzer(name: string): Analyzer | undefined;
  /** Who makes programs of scripts on the thread of the view. */
  readonly scripts: ScriptCompiler;
  /** A setting of the index (`index.max_result_window` …) with its default applied. */
  setting(name: string): Json | undefined;
  /** Whether an alias path was asked for: the real path of `path`. */
  resolve(path: string): string;
}

/** A view that answers as another one does, but for what is changed. */
export function viewOver(base: MappingView, changes: Partial<MappingView>): MappingView {
  return {
    index: base.index,
    version: base.version,
    scripts: base.scripts,
    sourceLoader: base.sourceLoader,
    runtimeFields: base.runtimeFields,
    dottedFields: base.dottedFields,
    field: (path) => base.field(path),
    hiddenType: (path) => base.hiddenType?.(path),
    matching: (pattern) => base.matching(pattern),
    isObject: (path) => base.isObject(path),
    analyzer: (name) => base.analyzer(name),
    setting: (name) => base.setting(name),
    resolve: (path) => base.resolve(path),
    ...changes,
  };
}
