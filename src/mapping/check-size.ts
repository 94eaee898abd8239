/** Refuses mappings that are far over the limits before they are parsed, quickly and without using much memory. */
import { illegalArgument } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import type { MappingContext } from "./mapping-context.ts";
import { mapperParsing, wrapError } from "./mapping-error.ts";

/**
 * Definitions over the limit up to which a mapping is still parsed, so that its first error is reported as in
 * Elasticsearch.
 */
const ROOM = 5000;
/** Dots in a name over the depth limit up to which it is still parsed. */
const DOTS = 1000;
/** Nested objects over the depth limit up to which a mapping is still parsed: not all of them count. */
const LEVELS = 100;

/**
 * Throws 400 for far too many definitions, or names with far too many dots. A mapping that passes may still exceed a
 * limit: the limits are checked when it is complete.
 */
export function checkSize(update: JsonObject, context: MappingContext): void {
  new SizeCheck(context).properties(update["properties"] ?? null, 0);
}

class SizeCheck {
  readonly #fields: number;
  readonly #depth: number;
  #count = 0;

  constructor(context: MappingContext) {
    this.#fields = context.limit("index.mapping.total_fields.limit", 1000);
    this.#depth = context.limit("index.mapping.depth.limit", 20);
  }

  properties(value: Json, level: number): void {
    if (!isJsonObject(value)) return;
    if (level > this.#depth + LEVELS) throw tooDeep(this.#depth);
    for (const name in value) {
      this.#name(name);
      const definition = value[name];
      if (++this.#count > this.#fields + ROOM)
        throw illegalArgument(`Limit of total fields [${this.#fields}] has been exceeded`);
      if (definition === undefined || !isJsonObject(definition)) continue;
      this.properties(definition["properties"] ?? null, level + 1);
      this.properties(definition["fields"] ?? null, 0);
    }
  }

  #name(name: string): void {
    let dots = 0;
    let end = name.length;
    for (let at = name.indexOf("."); at >= 0; at = name.indexOf(".", at + 1)) {
      if (++dots === this.#depth) end = at;
      if (dots <= this.#depth + DOTS) continue;
      throw illegalArgument(
        `Limit of mapping depth [${this.#depth}] has been exceeded due to object field [${name.slice(0, end)}]`,
      );
    }
  }
}

function tooDeep(limit: number): Error {
  const reason = `Limit of mapping depth [${limit}] has been exceeded`;
  return wrapError("mapper_parsing_exception", `Failed to parse mapping: ${reason}`, mapperParsing(reason));
}
