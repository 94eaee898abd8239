/** Values that may be there at once: a promise costs a request more than what it stands for often does. */

/** A value, or the promise of it. */
export type MaybeLater<Value> = Value | Promise<Value>;

/** What is made of a value: now, if it is there, and else when it comes. */
export function whenThere<Value, Next>(
  value: MaybeLater<Value>,
  make: (value: Value) => MaybeLater<Next>,
): MaybeLater<Next> {
  return value instanceof Promise ? value.then(make) : make(value);
}
