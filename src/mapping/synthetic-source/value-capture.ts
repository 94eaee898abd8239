/** Remembers what a field puts into its column: from that its values are shown back. */
import type { Json } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { IndexableField, SyntheticSourceSupport, ShownValue, ValueContext } from "../field-type.ts";
import type { SourceCursor, SourceText } from "./source-text.ts";

/** What came of one value of a document. */
export interface CapturedValues {
  readonly values: readonly ShownValue[];
  /** JSON text of what was malformed or too long and is not indexed. */
  readonly left: readonly string[];
}

/** One document's values, one after the other. */
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
  /** The value at hand: the whole, or what `item` and `itemAt` went to. */
  #current!: SourceCursor;
  /** The values on the way to it, by level. */
  readonly #levels: Json[] = [];

  constructor(source: SourceText, document: { readonly id: string; readonly routing: string | undefined }) {
    this.#source = source;
    this.documentId = document.id;
    this.routing = document.routing;
  }

  /** Has `field` index a value. */
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

  /** ValueContext: the value at hand is not indexed. */
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

  /** ValueContext: fields that ask for the values of others are not shown. */
  valuesOf(): readonly never[] {
    return [];
  }

  readonly numberText = (value: number | bigint): string =>
    this.#source.number(value, this.#current.holder, this.#current.key);

  /** What the field writes to. */
  readonly builder: ValueContext["builder"] = {
    field: () => 0,
    // Terms are for finding; the column has the values.
    addTerm() {},
    addLength() {},
    addPresence() {},
    addNumber: (_field, value) => this.#add(value),
    // Buffers of terms are used again and again.
    addOrdinalTerm: (_field, bytes, from, to) => this.#add(Uint8Array.prototype.slice.call(bytes, from, to)),
    addVector: (_field, bytes) => this.#add(Uint8Array.prototype.slice.call(bytes)),
    addPoint: (_field, latitude, longitude) =>
      this.#add((BigInt(latitude) << 32n) | BigInt.asUintN(32, BigInt(longitude))),
  };

  #add(value: ShownValue): void {
    this.#values.push(value);
  }
}
