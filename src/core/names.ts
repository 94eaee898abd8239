/**
 * Records by names that callers choose. `constructor`, `toString` and `__proto__` are names like any other: a record is
 * never asked for what it inherits, and no name changes what a record inherits. `tidy/name-access.test.ts` holds all of
 * `src` to these.
 */

declare const noPrototype: unique symbol;

/** A table of fixed names that inherits nothing, so that it may be read by any name as it is. */
export interface NameTable<T> extends Readonly<Record<string, T>> {
  readonly [noPrototype]: true;
}

/** What stands under `name` in `record` itself; undefined without a record. */
export function ownOf<T>(record: Readonly<Record<string, T>> | undefined, name: string | number): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Puts `value` under `name`, be it the name that assignments take for the prototype. */
export function put<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
  if (name === "__proto__")
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  else record[name] = value;
}

/** Puts all of `more` into `record`, as `put` does. */
export function putAll<T>(record: Record<string, T>, more: Readonly<Record<string, NoInfer<T>>>): void {
  for (const [name, value] of Object.entries<T>(more)) put(record, name, value);
}

/** A table of `entries`. */
export function nameTable<T>(entries: Readonly<Record<string, T>>): NameTable<T> {
  return Object.freeze(Object.assign(Object.create(null) as object, entries)) as NameTable<T>;
}
