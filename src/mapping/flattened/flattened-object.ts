/** Visits the leaves of an object that one field holds. */
import { RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ValueContext } from "../field-type.ts";
import { badValue, badValueBecause, ValueError } from "../value-error.ts";

/** Receives one leaf: `key` is its path within the object, with dots. */
export type LeafTarget = (target: ValueContext, key: string, text: string) => void;

/** How leaves are read. */
export interface FlattenedOptions {
  readonly path: string;
  /** Maximum nesting of objects. */
  readonly depthLimit: number;
  /** Longer leaves are skipped. */
  readonly ignoreAbove: number;
  readonly nullValue: string | null;
}

/** See `visit`. */
export class FlattenedObject {
  readonly #options: FlattenedOptions;

  constructor(options: FlattenedOptions) {
    this.#options = options;
  }

  /**
   * Calls `add` for every leaf of a document's value. Throws ValueError for anything but an object, and for one nested
   * too deep.
   */
  visit(value: Json, target: ValueContext, add: LeafTarget): void {
    if (value === null) return;
    if (!isJsonObject(value)) throw notAnObject(value);
    this.#object(value, "", { depth: 1, level: 0 }, target, add);
    target.item(undefined);
  }

  /**
   * The object as Elasticsearch returns it: without nulls and texts that are too long; an array with one remaining item
   * becomes that item.
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

/** Nesting of objects, and steps from the field's value. */
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
