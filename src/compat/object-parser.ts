/**
 * Bodies read by a description of their members, with the errors of Elasticsearch's ObjectParser and their places in
 * the text.
 */
import { valueText } from "./value-text.ts";
import { tokenName } from "./body-reader.ts";
import { didYouMean } from "./did-you-mean.ts";
import { illegalArgument, RequestError } from "./errors.ts";
import { type Json, isJsonObject, type JsonObject } from "../core/json.ts";
import { ownOf, put } from "../core/names.ts";
import type { JsonPath } from "./json/locate-json.ts";
import { type BodyPlace, LocatedBody } from "./located-body.ts";
import { parseNumberText } from "./request-text.ts";

/** How a member is read; `object` is taken as it is. With `?` it may be null, which is as if it were absent. */
export type Member =
  | "integer"
  | "int32"
  | "number"
  | "text"
  | "boolean"
  | "boolean?"
  | "texts"
  | "object"
  | "text?"
  | ((value: Json) => Json)
  | CheckedMember
  | BodyShape;

/** Reads values of some types. */
export interface CheckedMember {
  /** Whether it becomes a list of what is read; a single value stands for a list. */
  readonly list?: boolean;
  readonly takes: (value: Json) => boolean;
  readonly read: (value: Json) => Json;
}

export interface BodyShape {
  /** As errors call it. */
  readonly name: string;
  readonly members: Readonly<Record<string, Member>>;
  /** Whether null stands for the object. */
  readonly orNull?: boolean;
  /** Whether true and false stand for the object. */
  readonly orTruth?: boolean;
  /** Whether members are objects of a registry: one that is not known is refused as such. */
  readonly isRegistry?: boolean;
  /** Throws what is wrong with the object as a whole. */
  readonly check?: (parsed: JsonObject) => void;
}

/** What a check throws for an object that has all it needs, and is refused nevertheless. */
export function notBuilt(name: string, reason: string): RequestError {
  const text = `Failed to build [${name}] after last required field arrived`;
  return new RequestError(400, "x_content_parse_exception", text, { cause: illegalArgument(reason) });
}

/**
 * The members that were given, in their normal form. Throws 400. `text` is the body as it came, empty for no JSON;
 * `path` is the place of the object in it.
 */
export function parseObject(shape: BodyShape, json: Json, text: string, path: JsonPath = []): JsonObject {
  return new ObjectParser(new LocatedBody(text)).object(shape, json, path);
}

/** An error inside a member: `at` is the value at which the parser stands. */
class MemberError extends Error {
  readonly error: RequestError;
  readonly at: BodyPlace;

  constructor(error: RequestError, at: JsonPath, part: BodyPlace[1] = "value") {
    super(error.message);
    this.error = error;
    this.at = [at, part];
  }
}

class ObjectParser {
  readonly #body: LocatedBody;

  constructor(body: LocatedBody) {
    this.#body = body;
  }

  object(shape: BodyShape, json: Json, path: JsonPath): JsonObject {
    try {
      return this.#members(shape, json, path);
    } catch (error) {
      throw error instanceof MemberError ? error.error : error;
    }
  }

  #members(shape: BodyShape, json: Json, path: JsonPath): JsonObject {
    if (!isJsonObject(json))
      throw this.#body.error(path, "value", `[${shape.name}] Expected START_OBJECT but was: ${tokenName(json)}`);
    const parsed: JsonObject = {};
    for (const [key, value] of Object.entries(json)) {
      const member = ownOf(shape.members, key);
      const place = [...path, key];
      if (member === undefined && shape.isRegistry === true) throw this.#unregistered(shape.name, key, place);
      if (member === undefined) {
        const near = didYouMean(key, Object.keys(shape.members));
        throw new MemberError(this.#body.error(place, "name", `[${shape.name}] unknown field [${key}]${near}`), place);
      }
      const read = this.#member(shape, member, value, place);
      if (read !== undefined) put(parsed, key, read);
    }
    try {
      shape.check?.(parsed);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      throw this.#refused(shape, { error, keys: Object.keys(json), path });
    }
    return parsed;
  }

  /** An object is built as soon as it has all that it could have: then the last member is what failed. */
  #refused(
    { name, members }: BodyShape,
    { error, keys, path }: { error: RequestError; keys: readonly string[]; path: JsonPath },
  ): MemberError {
    const last = keys.at(-1);
    const isWhole = error.type === "x_content_parse_exception" && keys.length === Object.keys(members).length;
    if (last === undefined || !isWhole) return new MemberError(error, path, "last");
    return this.#failed(name, last, { error, at: [[...path, last], "value"] });
  }

  #failed(name: string, key: string, { error, at }: { error: RequestError; at: BodyPlace }): MemberError {
    const [path, part] = at;
    const own = error.type === "x_content_parse_exception" ? (error.rootCauses ?? [error]) : undefined;
    const { status, type, message } = this.#body.error(path, part, `[${name}] failed to parse field [${key}]`);
    const more = own ? { cause: error, rootCauses: own } : { cause: error };
    return new MemberError(new RequestError(status, type, message, more), path, part);
  }

  #unregistered(name: string, key: string, place: JsonPath): MemberError {
    const { status, message } = this.#body.error(place, "name", `unknown field [${key}]`);
    const cause = new RequestError(status, "named_object_not_found_exception", message);
    const failed = this.#body.error(place, "name", `[${name}] failed to parse field [${key}]`);
    const more = { cause, rootCauses: [cause] };
    return new MemberError(new RequestError(failed.status, failed.type, failed.message, more), place, "name");
  }

  #member({ name, isRegistry }: BodyShape, member: Member, value: Json, path: JsonPath): Json | undefined {
    const key = String(path.at(-1));
    if (isRegistry !== true && !accepts(member, value)) {
      const reason = `[${name}] ${key} doesn't support values of type: ${tokenName(value)}`;
      throw new MemberError(this.#body.error(path, "value", reason), path);
    }
    if (value === null && !isChecked(member) && isRegistry !== true)
      return typeof member === "object" ? null : undefined;
    try {
      if (isChecked(member)) return member.list ? this.#list(member, value, path) : member.read(value);
      if (typeof value === "boolean" && typeof member === "object" && member.orTruth === true) return value;
      if (typeof member === "object") return this.#members(member, value, path);
      return readMember(member, value);
    } catch (error) {
      const cause = error instanceof MemberError ? error.error : error;
      if (!(cause instanceof RequestError)) throw error;
      throw this.#failed(name, key, { error: cause, at: error instanceof MemberError ? error.at : [path, "value"] });
    }
  }

  #list({ read }: CheckedMember, value: Json, path: JsonPath): Json[] {
    if (!Array.isArray(value)) return [read(value)];
    return value.map((item, index) => {
      try {
        return read(item);
      } catch (error) {
        throw error instanceof RequestError ? new MemberError(error, [...path, index]) : error;
      }
    });
  }
}

function isChecked(member: Member): member is CheckedMember {
  return typeof member === "object" && "takes" in member;
}

function accepts(member: Member, value: Json): boolean {
  if (isChecked(member)) return member.takes(value);
  if (typeof member === "function") return true;
  if (typeof member === "object") {
    if (typeof value === "boolean") return member.orTruth === true;
    return isJsonObject(value) || (value === null && member.orNull === true);
  }
  if (value === null) return member.endsWith("?");
  if (member === "object") return isJsonObject(value);
  if (member === "texts") return Array.isArray(value) || typeof value === "string";
  if (typeof value === "object") return false;
  if (member === "integer" || member === "int32" || member === "number") return typeof value !== "boolean";
  return member === "text" || member === "text?" || typeof value === "boolean" || typeof value === "string";
}

function readMember(member: Exclude<Member, BodyShape | CheckedMember>, value: Json): Json {
  if (typeof member === "function") return member(value);
  switch (member) {
    case "texts":
      return Array.isArray(value) ? value.map((item) => valueText(item)) : [valueText(value)];
    case "integer":
      return integerOf(value);
    case "int32":
    case "number":
      return typeof value === "string" ? parseNumberText(value, member === "int32") : numberOf(value, member);
    case "boolean":
    case "boolean?":
      if (typeof value === "boolean") return value;
      if (value === "true" || value === "false") return value === "true";
      throw illegalArgument(`Failed to parse value [${valueText(value)}] as only [true] or [false] are allowed.`);
    case "text":
    case "text?":
      return valueText(value);
    default:
      return value;
  }
}

function numberOf(value: Json, member: "int32" | "number"): number {
  return member === "int32" ? Math.trunc(Number(value)) : Number(value);
}

function integerOf(value: Json): number | bigint {
  if (typeof value === "bigint") return value;
  const number = Number(value);
  if (value === "" || Number.isNaN(number)) throw illegalArgument(`For input string: "${valueText(value)}"`);
  return Math.trunc(number);
}
