/** Where a nested document is in its document, and what of the source it is (`NestedIdentity`). */
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { isNested } from "../../segment/nested-docs.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { flatten, valuesAt } from "./source-value.ts";

/** `_nested` of a hit, the outermost object first. */
export interface NestedIdentity {
  readonly field: string;
  readonly offset: number;
  _nested?: NestedIdentity;
}

/** The place of a nested document. */
export class NestedPlace {
  /** From the outermost object inwards: the path from the one before, and the number of the object there. */
  readonly #steps: readonly { readonly field: string; readonly offset: number }[];

  private constructor(steps: readonly { readonly field: string; readonly offset: number }[]) {
    this.#steps = steps;
  }

  /** Undefined for a document that is not nested. */
  static of(reader: SegmentReader, doc: number): NestedPlace | undefined {
    if (!isNested(reader)) return undefined;
    const steps: { field: string; offset: number }[] = [];
    let at: SegmentReader = reader;
    let own = doc;
    while (isNested(at)) {
      const parent: number = at.parents[own]!;
      const above: SegmentReader = at.parentReader;
      const field = isNested(above) ? at.path.slice(above.path.length + 1) : at.path;
      steps.unshift({ field, offset: own - at.firstChild[parent]! });
      own = parent;
      at = above;
    }
    return new NestedPlace(steps);
  }

  get identity(): NestedIdentity | undefined {
    let identity: NestedIdentity | undefined;
    for (let step = this.#steps.length - 1; step >= 0; step--) {
      const { field, offset } = this.#steps[step]!;
      identity = identity ? { field, offset, _nested: identity } : { field, offset };
    }
    return identity;
  }

  /** The source with nothing but the nested object. */
  within(source: JsonObject): JsonObject {
    let object = source;
    for (const { field, offset } of this.#steps) {
      const found = flatten(valuesAt(object, field)).filter(isJsonObject)[offset];
      object = found ?? {};
    }
    for (let step = this.#steps.length - 1; step >= 0; step--) object = { [this.#steps[step]!.field]: object };
    return object;
  }

  /** The nested object of what `within` made, also when parts of it were taken away since. */
  objectOf(source: JsonObject): JsonObject {
    let object = source;
    for (const { field } of this.#steps) {
      const found = flatten(valuesAt(object, field)).find(isJsonObject);
      if (!found) return {};
      object = found;
    }
    return object;
  }
}
