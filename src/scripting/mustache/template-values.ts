/** Values of templates: found by their names, and as text. */
import { RequestError } from "../../compat/errors.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import { isJsonObject, type Json, WrittenJson } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { jsonOf, valueOf } from "../painless/runtime/json-values.ts";
import { textOf } from "../painless/runtime/values.ts";
import { mustacheFault } from "./parse-template.ts";

/** What names are looked up in, the innermost last. */
export type Scopes = readonly Json[];

/** Undefined: there is nothing of the name. */
export function found(scopes: Scopes, name: string): Json | undefined {
  if (name === ".") return scopes.at(-1);
  const path = name.split(".");
  for (let at = scopes.length - 1; at >= 0; at--) {
    const value = within(scopes[at] ?? null, path, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function within(scope: Json, path: readonly string[], name: string): Json | undefined {
  let value: Json | undefined = scope;
  for (const part of path) {
    if (value === undefined || value === null) return undefined;
    value = member(value, part, name);
  }
  return value;
}

function member(value: Json, key: string, name: string): Json | undefined {
  if (!Array.isArray(value)) return isMap(value) ? ownOf(value, key) : undefined;
  if (key === "size") return value.length;
  if (!/^[+-]?\d{1,9}$/.test(key)) return undefined;
  const at = Number(key);
  const item = at >= 0 ? value[at] : undefined;
  if (item === undefined) throw outOfBounds(name, at);
  return item;
}

function isMap(value: Json): value is { [key: string]: Json } {
  return isJsonObject(value) && !((value as unknown) instanceof WrittenJson);
}

function outOfBounds(name: string, index: number): RequestError {
  const bounds = new RequestError(500, "index_out_of_bounds_exception", String(index));
  const inner = mustacheFault(`${index} @[query-template:1]`, bounds);
  return mustacheFault(`Failed to get value for ${name} @[query-template:1]`, inner);
}

/** As Java shows it: a list is a map of its places. */
export function shownText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `{${value.map((item, at) => `${at}=${javaText(item)}`).join(", ")}}`;
  return javaText(value);
}

/** As Java shows what stands in a list or a map. */
export function javaText(value: Json): string {
  return typeof value === "string" ? value : textOf(valueOf(value, "hash"));
}

/** What `toJson` makes of it: objects and lists as JSON, anything else as it is shown. */
export function jsonText(value: Json): string {
  return Array.isArray(value) || isMap(value) ? writeJson(jsonOf(valueOf(value, "hash"))) : javaText(value);
}
