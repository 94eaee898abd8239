/** Captures what a field writes to its column, from which synthetic source renders the values. */
import type { Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { IndexableField, SyntheticSourceSupport, ShownValue, ValueContext } from "../field-type.ts";
import type { SourceCursor, SourceText } from "./source-text.ts";

/** The result of one value of a document. */
export interface CapturedValues {
  readonly values: readonly ShownValue[];
  /** JSON text of malformed or too long values, which are not indexed. */
  readonly left: readonly string[];
}

/** Captures the values of one document, one at a time. */
export class ValueCapture implements ValueContext {
  readonly #source: SourceText;
  readonly documentId: string;
  readonly routing: string | undefined;
  readonly field = 0;
  nextPosition = 0;
  #values: ShownValue[] = [];
  #left: string[] = [];
  #form!: SyntheticSourceSupport;
  #whole!: SourceCursor;
  /** The current value: the whole, or the part that `item` and `itemAt` moved to. */
  #current!: SourceCursor;
  /** The values on the path to it, by level. */
  readonly #levels: Json[] = [];

  constructor(source: SourceText, document: { readonly id: string; readonly routing: string | undefined }) {
    this.#source = source;
    this.documentId = document.id;
    this.routing = document.routing;
  }

  /** Lets `field` index a value and returns what it wrote. */
  take(field: IndexableField, form: SyntheticSourceSupport, cursor: SourceCursor): CapturedValues {
    this.#values = [];
    this.#left = [];
    this.#form = form;
    this.#whole = cursor;
    this.#current = cursor;
    this.#levels[0] = cursor.value;
    this.nextPosition = 0;
    if (form.collect) form.collect(cursor.value, this);
    else field.index(cursor.value, this);
    return { values: this.#values, left: this.#left };
  }

  /** ValueContext: the current value is not indexed. */
  ignore(): void {
    const text = this.#source.of(this.#current);
    this.#left.push(this.#form.ignoredText?.(text) ?? text);
  }

  item(step: number | string | undefined): void {
    if (step === undefined) this.#current = this.#whole;
    else this.itemAt(step, 0);
  }

  itemAt(step: number | string, level: number): void {
    const holder = this.#levels[level] ?? null;
    if (typeof holder !== "object" || holder === null) return;
    const value = ownOf(holder as { [step: string | number]: Json }, step) ?? null;
    this.#levels[level + 1] = value;
    this.#current = { value, rest: [], holder, key: step };
  }

  /** ValueContext: fields that watch others are not rendered. */
  valuesOf(): readonly never[] {
    return [];
  }

  readonly numberText = (value: number | bigint): string =>
    this.#source.number(value, this.#current.holder, this.#current.key);

  /** The writer for the field. */
  readonly builder: ValueContext["builder"] = {
    field: () => 0,
    // Terms are for searching; the column has the values.
    addTerm() {},
    addLength() {},
    addPresence() {},
    addNumber: (_field, value) => this.#add(value),
    // Term buffers are reused by the field, so they are copied.
    addOrdinalTerm: (_field, bytes, from, to) => this.#add(Uint8Array.prototype.slice.call(bytes, from, to)),
    addVector: (_field, bytes) => this.#add(Uint8Array.prototype.slice.call(bytes)),
    addPoint: (_field, latitude, longitude) =>
      this.#add((BigInt(latitude) << 32n) | BigInt.asUintN(32, BigInt(longitude))),
  };

  #add(value: ShownValue): void {
    this.#values.push(value);
  }
}
