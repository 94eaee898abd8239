/** Lists, arrays and what can be iterated over. */
import { arrayBoundsError, boundsError, castError, nullError, unsupportedError } from "./java-error.ts";
import { countSize, countSteps } from "./limits.ts";
import { equal, hashOf, JavaObject, textOf, type Value } from "./values.ts";

/** A function of a script, or of a class, as a value; arguments and results are objects. */
export class Lambda extends JavaObject {
  override readonly java: string;
  readonly call: (...args: Value[]) => Value;

  constructor(call: (...args: Value[]) => Value, java = "java.util.function.Function") {
    super();
    this.java = java;
    this.call = (...args) => {
      countSteps(1);
      return call(...args);
    };
  }
}

/** What `for` takes. */
export abstract class JavaIterable extends JavaObject {
  abstract values(): Iterable<Value>;
}

/** Lists and sets. */
export abstract class JavaCollection extends JavaIterable {
  abstract get size(): number;
  abstract contains(value: Value): boolean;
  abstract add(value: Value): boolean;
  abstract remove(value: Value): boolean;
  abstract clear(): void;
  /** Keeps the values of which the test holds; whether any has gone. */
  abstract retain(test: (value: Value) => boolean): boolean;

  override text(): string {
    return `[${[...this.values()].map((value) => (value === this ? "(this Collection)" : textOf(value))).join(", ")}]`;
  }
}

export class JavaList extends JavaCollection {
  readonly java: string;
  readonly items: Value[];
  /** Why it cannot be changed; undefined: it can. */
  #frozen: string | null | undefined;

  constructor(items: Value[], java = "java.util.ArrayList", fixed = false) {
    super();
    countSize(items.length);
    this.items = items;
    this.java = java;
    if (fixed) this.#frozen = null;
  }

  /** Nothing is changed from here on; `why` is what who tries is told. */
  freeze(why: string | null): this {
    this.#frozen = why;
    return this;
  }

  override get size(): number {
    return this.items.length;
  }

  override values(): Iterable<Value> {
    return this.items;
  }

  override contains(value: Value): boolean {
    return this.indexOf(value) >= 0;
  }

  indexOf(value: Value): number {
    countSteps(this.items.length >>> 4);
    return this.items.findIndex((item) => equal(item, value));
  }

  get(index: number): Value {
    this.check(index);
    return this.items[index]!;
  }

  /** By the index of `list[…]`, which counts from the end below 0. */
  at(index: number): number {
    const from = index < 0 ? index + this.items.length : index;
    this.check(from);
    return from;
  }

  set(index: number, value: Value): Value {
    this.change();
    this.check(index);
    const before = this.items[index]!;
    this.items[index] = value;
    return before;
  }

  override add(value: Value): boolean {
    this.change();
    this.items.push(value);
    countSize(this.items.length < 65_536 ? 0 : 1);
    return true;
  }

  insert(index: number, values: readonly Value[]): void {
    this.change();
    if (index < 0 || index > this.items.length) throw boundsError(`Index: ${index}, Size: ${this.items.length}`);
    countSize(this.items.length + values.length);
    if (index === this.items.length) for (const value of values) this.items.push(value);
    else this.items.splice(index, 0, ...values.slice(0, 65_536));
  }

  override remove(value: Value): boolean {
    const index = this.indexOf(value);
    if (index < 0) return false;
    this.removeAt(index);
    return true;
  }

  removeAt(index: number): Value {
    this.change();
    this.check(index);
    return this.items.splice(index, 1)[0]!;
  }

  override clear(): void {
    this.change();
    this.items.length = 0;
  }

  override retain(test: (value: Value) => boolean): boolean {
    this.change();
    const kept = this.items.filter(test);
    const changed = kept.length < this.items.length;
    for (let i = 0; i < kept.length; i++) this.items[i] = kept[i]!;
    this.items.length = kept.length;
    return changed;
  }

  override equals(other: Value): boolean {
    if (this === other) return true;
    if (!(other instanceof JavaList) || other.size !== this.size) return false;
    countSteps(this.size);
    return this.items.every((item, i) => equal(item, other.items[i]!));
  }

  override hash(): number {
    countSteps(this.size);
    let hash = 1;
    for (const item of this.items) hash = (Math.imul(31, hash) + hashOf(item)) | 0;
    return hash;
  }

  check(index: number): void {
    if (index >= 0 && index < this.items.length) return;
    throw boundsError(`Index ${index} out of bounds for length ${this.items.length}`);
  }

  change(): void {
    if (this.#frozen !== undefined) throw unsupportedError(this.#frozen);
  }
}

/** An array; the values of one of a primitive type are what locals of the type are. */
export class JavaArray extends JavaObject {
  readonly java: string;
  /** Name of the type of its values. */
  readonly component: string;
  readonly items: unknown[];
  readonly #box: (value: unknown) => Value;
  readonly #unbox: (value: Value) => unknown;

  constructor(
    component: string,
    items: unknown[],
    form: { readonly box: (value: never) => Value; readonly unbox: (value: Value) => unknown },
  ) {
    super();
    countSize(items.length);
    this.java = `${component}[]`;
    this.component = component;
    this.items = items;
    this.#box = form.box as (value: unknown) => Value;
    this.#unbox = form.unbox;
  }

  /** Throws for an index out of bounds; below 0 it counts from the end. */
  at(index: number): number {
    const from = index < 0 ? index + this.items.length : index;
    if (from >= 0 && from < this.items.length) return from;
    throw arrayBoundsError(`Index ${index} out of bounds for length ${this.items.length}`);
  }

  get(index: number): Value {
    return this.#box(this.items[this.at(index)]);
  }

  set(index: number, value: Value): void {
    this.items[this.at(index)] = this.#unbox(value);
  }

  boxed(): Value[] {
    return this.items.map((item) => this.#box(item));
  }
}

/** What goes through values once, which scripts may hold. */
export class JavaIterator extends JavaObject {
  readonly java = "java.util.Iterator";
  readonly #values: Iterator<Value>;
  #ahead: IteratorResult<Value> | undefined;

  constructor(values: Iterable<Value>) {
    super();
    this.#values = values[Symbol.iterator]();
  }

  hasNext(): boolean {
    this.#ahead ??= this.#values.next();
    return this.#ahead.done !== true;
  }

  next(): Value {
    const next = this.#ahead ?? this.#values.next();
    this.#ahead = undefined;
    return next.done === true ? null : next.value;
  }
}

/** The values of what a `for` goes through. */
export function iterated(value: Value): Iterable<Value> {
  if (value instanceof JavaIterable) return value.values();
  if (value instanceof JavaArray) return value.boxed();
  if (value === null) throw nullError('Cannot invoke "Object.getClass()" because "iterable" is null');
  throw castError(`Cannot iterate over [${value instanceof JavaObject ? value.java : typeof value}]`);
}

export function listOf(values: Iterable<Value>): JavaList {
  return new JavaList([...values]);
}
