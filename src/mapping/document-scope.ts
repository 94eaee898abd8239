/** The documents that one document is written as: itself, and one for each nested object in it. */
import type { FieldWriter, NestedWriter, SegmentBuilder } from "../segment/segment-builder.ts";
import { FieldNumbers } from "./field-numbers.ts";
import type { ObjectNode } from "./mapping-tree.ts";

/** Where values go that belong to the document itself, or to the nested objects of one path. */
export class DocumentScope {
  /** Path of the nested object; empty for the document itself. */
  readonly path: string;
  readonly parent: DocumentScope | undefined;
  /** Scopes around this one that are given its values as well. */
  readonly includedIn: readonly DocumentScope[];
  readonly numbers = new FieldNumbers();
  /** Takes the values of the document or nested object at hand. */
  writer!: FieldWriter;
  /** Next position of each text field in the document at hand, by its number in `numbers`. */
  positions = new Int32Array(0);

  private constructor(node: ObjectNode, parent: DocumentScope | undefined) {
    this.path = parent ? node.path : "";
    this.parent = parent;
    this.includedIn = parent ? included(node, parent) : [];
  }

  /** The scope of documents. */
  static ofDocuments(root: ObjectNode): DocumentScope {
    return new DocumentScope(root, undefined);
  }

  /** The scope of a nested object that stands in documents of this one. */
  nested(node: ObjectNode): DocumentScope {
    return new DocumentScope(node, this);
  }

  /** Goes on to a document that the builder has begun. */
  document(builder: SegmentBuilder): void {
    this.#go(builder);
  }

  /** Begins a nested object; answers its document. */
  begin(builder: SegmentBuilder): NestedWriter {
    const space = builder.space(this.path, this.parent?.path ?? "");
    space.start();
    this.#go(space);
    return space;
  }

  #go(writer: FieldWriter): void {
    this.writer = writer;
    this.numbers.use(writer);
    if (this.positions.length < this.numbers.count) this.positions = new Int32Array(this.numbers.count);
    else this.positions.fill(0);
  }
}

/** The scopes around a nested object that have its values too, each once. */
function included({ nested }: ObjectNode, parent: DocumentScope): DocumentScope[] {
  const scopes = nested?.includeInParent === true ? [parent, ...parent.includedIn] : [];
  if (nested?.includeInRoot !== true) return scopes;
  let root = parent;
  while (root.parent) root = root.parent;
  return scopes.includes(root) ? scopes : [...scopes, root];
}
