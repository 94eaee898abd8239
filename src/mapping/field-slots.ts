/**
 * The places that fields have in the documents of a mapping: in the document itself, in nested objects, and in the
 * documents around these.
 */
import { DocumentScope } from "./document-scope.ts";
import { hasReadMultiFields } from "./field-reading.ts";
import type { IndexableField, WatchedValue } from "./field-type.ts";
import { type FieldNode, fieldsBelow, type ObjectNode } from "./mapping-tree.ts";

/** A field with its place in the documents that have its values. */
export interface Slot {
  readonly node: FieldNode;
  /** The node's own field, or one that comes with it. */
  readonly field: IndexableField;
  /** The document itself or the nested object that holds the field, and the field's number there. */
  readonly scope: DocumentScope;
  readonly number: number;
  /** The same field in the documents around a nested object that have its values too. */
  readonly included: readonly Included[];
  readonly subFields: readonly Slot[];
  readonly multiFields: readonly Slot[];
  readonly copyTo: readonly string[];
  /** Where values are remembered that other fields ask for; undefined: none does. */
  readonly watched: WatchedValue[] | undefined;
}

/** A field that every document of a scope has. */
export interface Everywhere {
  readonly field: IndexableField;
  readonly number: number;
}

export interface Included {
  readonly scope: DocumentScope;
  readonly number: number;
}

/** Made once for a mapping. */
export class FieldSlots {
  readonly byNode = new Map<FieldNode, Slot>();
  readonly byPath = new Map<string, Slot>();
  /** The document itself. */
  readonly root: DocumentScope;
  /** Its nested objects. */
  readonly nested = new Map<ObjectNode, DocumentScope>();
  /** Fields that every document has, by scope. */
  readonly everywhere = new Map<DocumentScope, Everywhere[]>();
  /** Values of the document at hand by path, of the fields that others watch. */
  readonly watched = new Map<string, WatchedValue[]>();

  constructor(object: ObjectNode) {
    for (const { field } of fieldsBelow(object)) for (const path of watchedBy(field)) this.watched.set(path, []);
    this.root = DocumentScope.ofDocuments(object);
    this.#slotsBelow(object, this.root);
  }

  #slotsBelow(node: ObjectNode, scope: DocumentScope): void {
    for (const child of node.children.values()) {
      if (child.kind === "field") this.#slot(child, scope);
      if (child.kind !== "object") continue;
      const inner = child.nested ? scope.nested(child) : scope;
      if (child.nested) this.nested.set(child, inner);
      this.#slotsBelow(child, inner);
    }
  }

  #slot(node: FieldNode, scope: DocumentScope): Slot {
    const multiFields = hasReadMultiFields(node)
      ? [...node.multiFields.values()].map((inner) => this.#slot(inner, scope))
      : [];
    const slot: Slot = { ...this.#fieldSlot(node, node.field, scope), multiFields, copyTo: node.copyTo };
    this.byNode.set(node, slot);
    this.byPath.set(node.path, slot);
    return slot;
  }

  #fieldSlot(node: FieldNode, field: IndexableField, scope: DocumentScope): Slot {
    const subFields = (field.subFields ?? []).map((inner) => this.#fieldSlot(node, inner.field, scope));
    const watched = this.watched.get(field.path);
    const own = { scope, number: scope.numbers.add(field.spec) };
    const included = scope.includedIn.map((around) => ({ scope: around, number: around.numbers.add(field.spec) }));
    if (field.everyDocument) {
      for (const place of field.ofWholeDocument
        ? [{ scope: this.root, number: this.root.numbers.add(field.spec) }]
        : [own, ...included]) {
        const everywhere = this.everywhere.get(place.scope);
        if (everywhere) everywhere.push({ field, number: place.number });
        else this.everywhere.set(place.scope, [{ field, number: place.number }]);
      }
    }
    return { node, field, ...own, included, subFields, multiFields: [], copyTo: [], watched };
  }
}

/** Whether the document itself has the values of a field. */
export function isOfDocument({ scope, included }: Slot): boolean {
  return scope.parent === undefined || included.some((around) => around.scope.parent === undefined);
}

/** The fields whose values a field and those that come with it ask for. */
function watchedBy(field: IndexableField): string[] {
  return [field, ...(field.subFields ?? []).map((inner) => inner.field)].flatMap((one) => one.watches ?? []);
}
