/**
 * Where fields are written in the documents of a mapping: in the document itself, in nested documents, and in their
 * parents.
 */
import { DocumentScope } from "./document-scope.ts";
import { hasReadMultiFields } from "./field-reading.ts";
import type { ChunkSpace, IndexableField, WatchedValue } from "./field-type.ts";
import { emptyObject, type FieldNode, fieldsBelow, type ObjectNode } from "./mapping-tree.ts";

/** A field and where its values are written. */
export interface Slot {
  readonly node: FieldNode;
  /** The node's own field, or a subfield of it. */
  readonly field: IndexableField;
  /** The scope that holds the field (the document itself or a nested object), and the field's number in it. */
  readonly scope: DocumentScope;
  readonly number: number;
  /** The same field in parent documents that include its values. */
  readonly included: readonly Included[];
  readonly subFields: readonly Slot[];
  readonly multiFields: readonly Slot[];
  readonly copyTo: readonly string[];
  /** Where its values are recorded for the fields that watch it; undefined: not watched. */
  readonly watched: WatchedValue[] | undefined;
}

/** Where the chunks of a text are written: nested documents of their own, with an embedding each. */
export interface ChunkSlot {
  readonly scope: DocumentScope;
  readonly embeddings: Slot;
}

/** A field that is written in every document of a scope. */
export interface Everywhere {
  readonly field: IndexableField;
  readonly number: number;
}

export interface Included {
  readonly scope: DocumentScope;
  readonly number: number;
}

const NOT_INCLUDED = { includeInParent: undefined, includeInRoot: undefined };

/** Made once for a mapping. */
export class FieldSlots {
  readonly byNode = new Map<FieldNode, Slot>();
  readonly byPath = new Map<string, Slot>();
  /** The scope of the document itself. */
  readonly root: DocumentScope;
  /** Of texts that a model embeds, by their path. */
  readonly chunks = new Map<string, ChunkSlot>();
  /** The scopes of nested objects. */
  readonly nested = new Map<ObjectNode, DocumentScope>();
  /** Fields written in every document, by scope. */
  readonly everywhere = new Map<DocumentScope, Everywhere[]>();
  /** Values of watched fields in the current document, by path. */
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
    if (node.field.semantic?.chunks)
      this.chunks.set(node.path, this.#chunkSlot(node, node.field.semantic.chunks, scope));
    return slot;
  }

  #chunkSlot(node: FieldNode, { path, embeddings }: ChunkSpace, scope: DocumentScope): ChunkSlot {
    const inner = scope.nested({ ...emptyObject("chunks", path), nested: NOT_INCLUDED });
    const { type, field } = embeddings;
    const own: FieldNode = {
      ...node,
      name: "embeddings",
      path: field.path,
      type,
      field,
      multiFields: new Map(),
      copyTo: [],
    };
    return { scope: inner, embeddings: this.#fieldSlot(own, field, inner) };
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

/** Whether the values of a field are written to the document itself. */
export function isOfDocument({ scope, included }: Slot): boolean {
  return scope.parent === undefined || included.some((around) => around.scope.parent === undefined);
}

/** The paths of the fields that a field and its subfields watch. */
function watchedBy(field: IndexableField): string[] {
  return [field, ...(field.subFields ?? []).map((inner) => inner.field)].flatMap((one) => one.watches ?? []);
}
