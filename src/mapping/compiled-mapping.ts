/** What document parsing needs of a mapping. */
import type { MappedField } from "./field-type.ts";
import type { MappingContext } from "./mapping-context.ts";
import type { RootMapping } from "./mapping-tree.ts";
import type { SourceLoader } from "./source-form.ts";

/** One version of a mapping, ready for use. */
export interface CompiledMapping {
  readonly index: string;
  readonly version: number;
  readonly root: RootMapping;
  readonly context: MappingContext;
  /** Paths of fields in pass-through objects, by their names without these objects. */
  readonly shortNames: ReadonlyMap<string, string>;
  /** Runtime fields by path; `field` does not include them. */
  readonly runtimeByPath: ReadonlyMap<string, MappedField>;
  /** How `_source` is rendered from the stored record; undefined: unchanged. */
  readonly sourceLoader: SourceLoader | undefined;
  field(path: string): MappedField | undefined;
}
