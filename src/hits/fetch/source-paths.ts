/** Where the values of a field are in a document's source (`MappingLookup.sourcePaths`). */
import { valueText } from "../../compat/value-text.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import type { MappingView } from "../../mapping/mapping-view.ts";
import { flatten } from "./source-value.ts";

/** The paths of one mapping. */
export class SourcePaths {
  readonly #mapping: MappingView;
  #copiesByTarget: Map<string, string[]> | undefined;

  constructor(mapping: MappingView) {
    this.#mapping = mapping;
  }

  /** The path of a field (for a multi-field that of its parent); then the paths that `copy_to` copies there. */
  of(field: MappedField): string[] {
    if (field.sourcePath !== undefined) return [field.sourcePath];
    const dot = field.path.lastIndexOf(".");
    const parent = dot < 0 ? undefined : field.path.slice(0, dot);
    const own = parent !== undefined && this.#isMultiField(field.path, parent) ? parent : field.path;
    const copied = this.#copies().get(own) ?? [];
    // A field may be copied to itself.
    return [...new Set([own, ...copied])];
  }

  /** Whether a field is a multi-field of another; below `subobjects: false` a dot in a name has no meaning. */
  #isMultiField(path: string, parent: string): boolean {
    const above = this.#mapping.isObject(parent) ? undefined : this.#mapping.field(parent);
    return above !== undefined && !this.#mapping.dottedFields?.has(path);
  }

  #copies(): Map<string, string[]> {
    if (this.#copiesByTarget) return this.#copiesByTarget;
    const copies = new Map<string, string[]>();
    for (const path of this.#mapping.matching("*")) {
      const targets = this.#mapping.field(path)?.parameters.copy_to;
      for (const target of targets === undefined ? [] : flatten([targets])) {
        const sources = copies.get(valueText(target));
        if (sources) sources.push(path);
        else copies.set(valueText(target), [path]);
      }
    }
    this.#copiesByTarget = copies;
    return copies;
  }
}
