/** The values of one field in one document, and their rendering in synthetic source. */
import type { SyntheticSourceSupport, ShownValue } from "../field-type.ts";
import type { CapturedValues } from "./value-capture.ts";

/** Collects them. */
export class FieldValues {
  readonly #form: SyntheticSourceSupport;
  readonly #values: ShownValue[] = [];
  readonly #left: string[] = [];
  /**
   * Items of arrays with preserved order, undefined for nulls. Undefined as a whole when there was no such array, or
   * nothing in it was indexed.
   */
  #items: (ShownValue | undefined)[] | undefined;

  constructor(form: SyntheticSourceSupport) {
    this.#form = form;
  }

  /** Adds one value outside of arrays with preserved order. */
  add({ values, left }: CapturedValues): void {
    this.#values.push(...values);
    this.#left.push(...left);
  }

  /** Adds an empty array with preserved order. */
  addEmpty(): void {
    this.#items ??= [];
  }

  /** Adds an item of an array with preserved order. */
  addItem(captured: CapturedValues): void {
    this.add(captured);
    if (captured.values.length > 0) (this.#items ??= []).push(...captured.values);
    else if (captured.left.length === 0) (this.#items ??= []).push(undefined);
  }

  /** JSON text; undefined when there is nothing to render. */
  text(): string | undefined {
    const form = this.#form;
    if (this.#items) {
      const shown = this.#items.map((item) => (item === undefined ? "null" : form.text(item)));
      return `[${[...shown, ...this.#left].join(",")}]`;
    }
    const values = form.order === "listed" ? this.#values : inOrder(this.#values, form.order === "set");
    if (form.whole) return form.whole(values);
    const shown = [...values.map((value) => form.text(value)), ...this.#left];
    return shown.length > 1 ? `[${shown.join(",")}]` : shown[0];
  }
}

function inOrder(values: readonly ShownValue[], once: boolean): readonly ShownValue[] {
  const sorted = values.toSorted(compareValues);
  return once ? sorted.filter((value, at) => at === 0 || compareValues(sorted[at - 1]!, value) !== 0) : sorted;
}

function compareValues(a: ShownValue, b: ShownValue): number {
  if (typeof a === "object") return typeof b === "object" ? Buffer.compare(a, b) : 1;
  if (typeof b === "object") return -1;
  // Minus zero sorts before zero.
  if (a === b) return Object.is(a, b) ? 0 : Object.is(a, -0) ? -1 : 1;
  return a < b ? -1 : 1;
}
