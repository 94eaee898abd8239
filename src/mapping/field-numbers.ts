/** Numbers of fields in segment builders, requested once for each builder, when a field is first used there. */
import { assert } from "../core/assert.ts";
import type { FieldSpec, FieldWriter } from "../segment/segment-builder.ts";

/** The fields of a parser, numbered by itself, and their numbers in the current builder. */
export class FieldNumbers {
  readonly #specs: FieldSpec[] = [];
  readonly #known = new WeakMap<FieldWriter, Int32Array>();
  #builder: FieldWriter | undefined;
  #numbers: Int32Array = new Int32Array(0);

  get count(): number {
    return this.#specs.length;
  }

  /** Registers a field; returns its number in the parser. */
  add(spec: FieldSpec): number {
    return this.#specs.push(spec) - 1;
  }

  /** Switches to a builder. */
  use(builder: FieldWriter): void {
    if (builder === this.#builder) return;
    this.#builder = builder;
    let numbers = this.#known.get(builder);
    if (!numbers) {
      numbers = new Int32Array(this.#specs.length).fill(-1);
      this.#known.set(builder, numbers);
    }
    this.#numbers = numbers;
  }

  /** The builder's number for field `number`. */
  of(number: number): number {
    const found = this.#numbers[number]!;
    if (found >= 0) return found;
    assert(this.#builder, "a builder is in use");
    const made = this.#builder.field(this.#specs[number]!);
    this.#numbers[number] = made;
    return made;
  }

  /** The builder's number for a rarely used field. */
  named(spec: FieldSpec): number {
    assert(this.#builder, "a builder is in use");
    return this.#builder.field(spec);
  }
}
