/** Goes through the leaves of an object that is held by one field. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ValueContext } from "../field-type.ts";
import { badValue, badValueBecause, ValueError } from "../value-error.ts";

/** Takes one leaf: `key` is its path within the object, joined by dots. */
export type LeafTarget = (target: ValueContext, key: string, text: string) => void;

/** How leaves are read. */
export interface FlattenedOptions {
  readonly path: string;
  /** Objects within each other. */
  readonly depthLimit: number;
  /** Longer leaves are left out. */
  readonly ignoreAbove: number;
  readonly nullValue: string | null;
}

/** See `visit`. */
export class FlattenedObject {
  readonly #options: FlattenedOptions;

  constructor(options: FlattenedOptions) {
    this.#options = options;
  }

  /** Calls `add` for every leaf of a document's value. Throws ValueError for what is no object, or too deep. */
  visit(value: Json, target: ValueContext, add: LeafTarget): void {
    if (value === null) return;
    if (!isJsonObject(value)) throw notAnObject(value);
    this.#object(value, "", { depth: 1, level: 0 }, target, add);
    target.item(undefined);
  }

  /**
   * The object as Elasticsearch shows it: without null, without texts that are too long where they are members of it or
   * of arrays, and with what is left of an array alone in place of it.
   */
  shown(object: JsonObject): JsonObject {
    const kept: [string, Json][] = [];
    for (const [key, value] of Object.entries(object)) {
      const left = (Array.isArray(value) ? value : [value]).filter((item) => !this.#isTooLong(item));
      const shown = left.length > 1 ? left : (left[0] ?? null);
      if (shown !== null) kept.push([key, shown]);
    }
    return Object.fromEntries(kept);
  }

  #isTooLong(value: Json): boolean {
    return typeof value === "string" && value.length > this.#options.ignoreAbove;
  }

  #object(object: JsonObject, prefix: string, at: Depth, target: ValueContext, add: LeafTarget): void {
    for (const [name, value] of Object.entries(object)) {
      target.itemAt(name, at.level);
      this.#value(
        value,
        prefix === "" && at.depth === 1 ? name : `${prefix}.${name}`,
        { depth: at.depth, level: at.level + 1 },
        target,
        add,
      );
    }
  }

  #value(value: Json, key: string, at: Depth, target: ValueContext, add: LeafTarget): void {
    const { path, depthLimit, ignoreAbove, nullValue } = this.#options;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        target.itemAt(index, at.level);
        this.#value(value[index]!, key, { depth: at.depth, level: at.level + 1 }, target, add);
      }
      return;
    }
    if (isJsonObject(value)) {
      if (at.depth + 1 > depthLimit)
        throw within(
          value,
          badValue(`The provided [flattened] field [${path}] exceeds the maximum depth limit of [${depthLimit}].`),
        );
      this.#object(value, key, { depth: at.depth + 1, level: at.level }, target, add);
      return;
    }
    const text =
      typeof value === "number" || typeof value === "bigint"
        ? target.numberText(value)
        : value === null
          ? nullValue
          : String(value);
    if (text === null || text.length > ignoreAbove) return;
    if (key.includes("\0"))
      throw within(
        value,
        badValue(`Keys in [flattened] fields cannot contain the reserved character \\0. Offending key: [${key}].`),
      );
    try {
      add(target, key, text);
    } catch (error) {
      throw error instanceof ValueError ? within(value, error) : error;
    }
  }
}

/** Objects around, and steps in the document that lead here. */
interface Depth {
  readonly depth: number;
  readonly level: number;
}

function within(part: Json, error: ValueError): ValueError {
  error.part = part;
  return error;
}

function notAnObject(value: Json): ValueError {
  const token =
    typeof value === "string" ? "VALUE_STRING" : typeof value === "boolean" ? "VALUE_BOOLEAN" : "VALUE_NUMBER";
  const reason = `Failed to parse object: expecting token of type [START_OBJECT] but found [${token}]`;
  return badValueBecause(new RequestError(400, "parsing_exception", reason));
}
