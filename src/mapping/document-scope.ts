/** The Lucene documents that one document is written as: itself, and one for each nested object. */
import type { FieldWriter, NestedWriter, SegmentBuilder } from "../segment/segment-builder.ts";
import { FieldNumbers } from "./field-numbers.ts";
import type { ObjectNode } from "./mapping-tree.ts";

/** Receives the values of the document itself, or of the nested objects of one path. */
export class DocumentScope {
  /** Path of the nested object; empty for the document itself. */
  readonly path: string;
  readonly parent: DocumentScope | undefined;
  /** Outer scopes that also receive the values (`include_in_parent`, `include_in_root`). */
  readonly includedIn: readonly DocumentScope[];
  readonly numbers = new FieldNumbers();
  /** Receives the values of the current document or nested object. */
  writer!: FieldWriter;
  /** Next position of each text field in the current document, by its number in `numbers`. */
  positions = new Int32Array(0);

  private constructor(node: ObjectNode, parent: DocumentScope | undefined) {
    this.path = parent ? node.path : "";
    this.parent = parent;
    this.includedIn = parent ? included(node, parent) : [];
  }

  /** The scope of the documents themselves. */
  static ofDocuments(root: ObjectNode): DocumentScope {
    return new DocumentScope(root, undefined);
  }

  /** The scope of nested objects inside documents of this scope. */
  nested(node: ObjectNode): DocumentScope {
    return new DocumentScope(node, this);
  }

  /** Moves on to a document that the builder has started. */
  document(builder: SegmentBuilder): void {
    this.#go(builder);
  }

  /** Starts a nested object; returns its writer. */
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

/** The outer scopes that also receive the values of a nested object, without duplicates. */
function included({ nested }: ObjectNode, parent: DocumentScope): DocumentScope[] {
  const scopes = nested?.includeInParent === true ? [parent, ...parent.includedIn] : [];
  if (nested?.includeInRoot !== true) return scopes;
  let root = parent;
  while (root.parent) root = root.parent;
  return scopes.includes(root) ? scopes : [...scopes, root];
}
