/**
 * Tries the values of a document on its fields before the mapping is changed, so that a refused document adds nothing
 * to it.
 */
import { RequestError } from "../compat/errors.ts";
import type { Json } from "../core/json.ts";
import { discardingWriter } from "../segment/discarding-writer.ts";
import type { FieldWriter } from "../segment/segment-builder.ts";
import { errorOfPoint, fieldError, placeOfPoint, unreadField } from "./document-error.ts";
import type { DocumentInput } from "./document-parser.ts";
import type { DocumentPlace } from "./document-place.ts";
import type { IndexableField, ValueContext, WatchedValue } from "./field-type.ts";
import type { FieldNode } from "./mapping-tree.ts";
import {
  consumes,
  copiedPart,
  hasReadMultiFields,
  isFrameless,
  refusedBracket,
  takesObjects,
  wrapsMultiFields,
} from "./field-reading.ts";
import { ValueError } from "./value-error.ts";

/** Called for each value of a field with `copy_to`. */
export type CopyOne = (node: FieldNode, value: Json, depth: number) => void;

/** Checks the values of one document; `place` holds the current path. */
export class ValueCheck implements ValueContext {
  readonly builder: FieldWriter = discardingWriter;
  readonly field = 0;
  nextPosition = 0;
  /** Next text positions in the current document or nested object. */
  readonly #positions = new Map<IndexableField, number>();
  readonly documentId: string;
  readonly routing: string | undefined;
  readonly storedQuery: ValueContext["storedQuery"];
  readonly #place: DocumentPlace;
  readonly #copyOne: CopyOne;
  readonly #unread: DocumentInput["unread"];
  /** Length of the path to the current value: of the field, and of an item inside it. */
  #leafDepth = 0;
  #depth = 0;
  /** Name of the field that receives the value, also for its multi-fields. */
  #label = "";

  constructor(
    document: DocumentInput,
    place: DocumentPlace,
    copyOne: CopyOne,
    storedQuery: ValueContext["storedQuery"],
  ) {
    this.documentId = document.id;
    this.routing = document.routing;
    this.#place = place;
    this.#copyOne = copyOne;
    this.#unread = document.unread;
    this.storedQuery = storedQuery;
  }

  /** Starts a nested object, which is a separate document. */
  nestedObject(): void {
    this.#positions.clear();
  }

  /** Checks a value of a field, or each item of an array. Throws the errors that indexing would. */
  value(node: FieldNode, value: Json, depth: number): void {
    if (!Array.isArray(value) || node.field.takesStructure) {
      this.#leaf(node, value, depth);
      return;
    }
    for (let index = 0; index < value.length; index++) {
      this.#place.set(depth, index);
      this.value(node, value[index]!, depth + 1);
    }
    if (this.#unread?.open.has(value)) throw this.#unread.error;
  }

  /** As `value`, without `copy_to`. */
  one(node: FieldNode, value: Json, depth: number): void {
    this.#leafDepth = depth;
    this.#label = node.name;
    this.#field(node, node.field, value);
    if (node.multiFields.size === 0 || !hasReadMultiFields(node)) return;
    const others = node.field.multiFieldValues?.(value);
    const consumed = consumes(node, value);
    for (const inner of node.multiFields.values()) {
      const refused = consumed ? refusedBracket(inner, node.name) : undefined;
      if (refused) throw this.#fieldError(refused, inner, value);
      if (consumed) continue;
      if (others === undefined || inner.type === node.type) this.#field(inner, inner.field, value);
      else for (let index = 0; index < others.length; index++) this.#multiFieldItem(node, inner, others, index, value);
    }
  }

  /** Checks one of the values that a field derives for its multi-fields; an error is reported for the field. */
  #multiFieldItem(node: FieldNode, inner: FieldNode, values: readonly Json[], index: number, value: Json): void {
    try {
      this.#field(inner, inner.field, values[index]!);
    } catch (error) {
      if (!(error instanceof RequestError) || !wrapsMultiFields(node)) throw error;
      throw errorOfPoint(
        error,
        node,
        placeOfPoint(value, { index, count: values.length }, this.#place, this.#leafDepth),
      );
    }
  }

  #leaf(node: FieldNode, value: Json, depth: number): void {
    this.one(node, value, depth);
    if (node.copyTo.length === 0) return;
    const copied = copiedPart(node, value);
    if (typeof copied === "object" && copied !== null) throw copyOfObject(node, this.#place, depth);
    if (copied !== value) this.#place.set(depth, 2);
    this.#copyOne(node, copied, copied === value ? depth : depth + 1);
  }

  #field(node: FieldNode, field: IndexableField, value: Json): void {
    this.#depth = this.#leafDepth;
    this.nextPosition = this.#positions.get(field) ?? 0;
    const unread =
      typeof value === "object" && value !== null && this.#unread?.open.has(value) ? this.#unread : undefined;
    const isRead = takesObjects(node) || node.field.takesStructure;
    if (unread && isRead && !isFrameless(node.type.name))
      throw unreadField(node.path, node.type.name, this.documentId, unread);
    try {
      field.index(value, this);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      // In a truncated source, an error at the end of the value is reported as the truncation.
      if (unread && isRead && (error.ofDocument === undefined || error.ofDocument === "last")) throw unread.error;
      if (unread && !isRead)
        throw unreadField(node.path, node.type.name, this.documentId, unread, this.#placed(error.cause));
      throw this.#fieldError(error, node, error.part ?? (this.#depth === this.#leafDepth ? value : null));
    }
    if (unread && isRead) throw unread.error;
    this.#positions.set(field, this.nextPosition);
    for (const inner of field.subFields ?? []) this.#field(node, inner.field, value);
  }

  #fieldError(error: ValueError, { path, type }: FieldNode, value: Json): RequestError {
    return fieldError({
      error,
      path,
      type: type.name,
      value,
      label: this.#label,
      documentId: this.documentId,
      depth: this.#depth,
      place: this.#place,
    });
  }

  /** The cause with the location of the current value filled in. */
  #placed(cause: RequestError): RequestError {
    const { line, col } = this.#place.value(this.#depth);
    return new RequestError(
      cause.status,
      cause.type,
      cause.message.replace("%LINE%", String(line)).replace("%COLUMN%", String(col)),
    );
  }

  ignore(): void {}

  item(step: number | string | undefined): void {
    if (step !== undefined) this.#place.set(this.#leafDepth, step);
    this.#depth = this.#leafDepth + (step === undefined ? 0 : 1);
  }

  itemAt(step: number | string, level: number): void {
    this.#place.set(this.#leafDepth + level, step);
    this.#depth = this.#leafDepth + level + 1;
  }

  valuesOf(): readonly WatchedValue[] {
    return [];
  }

  readonly numberText = (value: number | bigint): string => this.#place.numberText(this.#depth) ?? String(value);
}

/** The 400 for an object or array in a field with `copy_to`. */
export function copyOfObject(node: FieldNode, place: DocumentPlace, depth: number): RequestError {
  const { line, col } = place.last(depth);
  const reason = `[${line}:${col}] Cannot copy field [${node.path}] to fields [${node.copyTo.join(", ")}]. Copy-to currently only works for value-type fields, not objects.`;
  return new RequestError(400, "document_parsing_exception", reason);
}
