/**
 * Refuses mappings that are far too large before anything is made of them: quickly, and without the memory that they
 * would take.
 */
import { illegalArgument } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import type { MappingContext } from "./mapping-context.ts";
import { mapperParsing, wrapError } from "./mapping-error.ts";

/**
 * Definitions over the limit with which a mapping is still read as a whole, so that its first fault is told, as
 * Elasticsearch does.
 */
const ROOM = 5000;
/** Dots over the limit of the depth that a name may still have. */
const DOTS = 1000;
/** Objects within each other, over that limit, with which a mapping is still read: not all of them count. */
const LEVELS = 100;

/**
 * Throws 400 for definitions that are too many by far, or names with too many dots by far. A mapping that passes may be
 * too large all the same: its limits are checked when it is complete.
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
