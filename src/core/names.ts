/**
 * Records whose keys are chosen by callers. `constructor`, `toString` and `__proto__` are ordinary keys: inherited
 * members are never read, and no key changes the prototype. `tidy/name-access.test.ts` enforces this in all of `src`.
 */

declare const noPrototype: unique symbol;

/** A table of fixed names that inherits nothing, so that any name may be looked up in it directly. */
export interface NameTable<T> extends Readonly<Record<string, T>> {
  readonly [noPrototype]: true;
}

/** The record's own value of `name`; undefined without a record. */
export function ownOf<T>(record: Readonly<Record<string, T>> | undefined, name: string | number): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Sets `record[name]`, even if the name is `__proto__`. */
export function put<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
  if (name === "__proto__")
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  else record[name] = value;
}

/** Sets all members of `more` in `record`, like `put`. */
export function putAll<T>(record: Record<string, T>, more: Readonly<Record<string, NoInfer<T>>>): void {
  for (const [name, value] of Object.entries<T>(more)) put(record, name, value);
}

/** Makes a name table of `entries`. */
export function nameTable<T>(entries: Readonly<Record<string, T>>): NameTable<T> {
  return Object.freeze(Object.assign(Object.create(null) as object, entries)) as NameTable<T>;
}
