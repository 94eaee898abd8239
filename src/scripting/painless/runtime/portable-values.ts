/** Values of scripts as plain data, which goes from thread to thread, and back. */
import { illegalArgument } from "../../../compat/errors.ts";
import { timeZone } from "../../../compat/time-zone.ts";
import type { PortableValue } from "../../script-state.ts";
import { JavaArray, JavaList } from "./collections.ts";
import { ZonedDateTime } from "./date-time.ts";
import { JavaMap, JavaSet } from "./maps.ts";
import { Boxed, classNameOf, type Value } from "./values.ts";

/** Values within each other. */
const MOST_DEEP = 100;

/** Throws RequestError 400 for what has no form, as Elasticsearch does for what it cannot send to another node. */
export function portableOf(value: Value, deep = 0): PortableValue {
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Boxed) return { kind: value.kind, value: value.value };
  if (deep > MOST_DEEP)
    throw illegalArgument("Iterable object is self-referencing itself (Scripted metric aggs combine script)");
  const within = (inner: Value): PortableValue => portableOf(inner, deep + 1);
  if (value instanceof JavaMap) {
    const entries = value.entries().map(({ key, value: inner }) => [within(key), within(inner)] as const);
    return { kind: "map", order: value.order, entries };
  }
  if (value instanceof JavaList) return { kind: "list", values: value.items.map(within) };
  if (value instanceof JavaSet) return { kind: "set", values: value.values().map(within) };
  if (value instanceof JavaArray) return { kind: "list", values: value.boxed().map(within) };
  if (value instanceof ZonedDateTime) return { kind: "date", ms: value.ms, nanos: value.nanos, zone: value.zone.name };
  throw illegalArgument(`can not write type [class ${classNameOf(value)}]`);
}

export function valueOfPortable(value: PortableValue): Value {
  if (value === null || typeof value !== "object") return value;
  if (value.kind === "map") {
    const map = new JavaMap(value.order === "linked" ? "linked" : "hash");
    for (const [key, inner] of value.entries) map.put(valueOfPortable(key), valueOfPortable(inner));
    return map;
  }
  if (value.kind === "date") return new ZonedDateTime("zoned", value.ms, value.nanos, timeZone(value.zone));
  if ("value" in value) return new Boxed(value.kind, value.value);
  const values = value.values.map(valueOfPortable);
  return value.kind === "list" ? new JavaList(values) : new JavaSet("hash", values);
}
