/** Reads the object of a suggester key by key, as hand-written parsers do: errors come in the order of the keys. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { RequestText } from "../../compat/request-text.ts";
import type { JsonObject } from "../../core/json.ts";
import { valueText } from "../../compat/value-text.ts";
import { ownOf } from "../../core/names.ts";

/** What is read first, by every suggester. */
export interface CommonOptions {
  field?: string;
  analyzer?: string;
  size?: number;
  shardSize?: number;
}

/** Reads one value. Throws RequestError 400. */
export type OptionReader<Target> = (target: Target, request: RequestText, body: JsonObject, key: string) => void;

/** Keys that all suggesters have. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionReader<CommonOptions>>> = {
  field: (target, _request, body, key) => void (target.field = valueText(ownOf(body, key))),
  analyzer: (target, _request, body, key) => void (target.analyzer = valueText(ownOf(body, key))),
  size: (target, request, body, key) => void (target.size = positive(request.number(body, key, true))),
  shard_size: (target, request, body, key) => void (target.shardSize = request.number(body, key, true)),
};

/** What is read into, and where from. */
export interface OptionSource<Target> {
  readonly target: Target;
  readonly request: RequestText;
  readonly body: JsonObject;
}

/** Reads the values of an object that has no others. Throws RequestError 400. */
export function readOptions<Target>(
  what: string,
  readers: Readonly<Record<string, OptionReader<Target>>>,
  { target, request, body }: OptionSource<Target>,
): void {
  for (const [key, value] of Object.entries(body)) {
    if (typeof value === "object")
      throw request.at(request.places.value(body, key), `${what} parsing failed on [${key}]`);
    const reader = ownOf(readers, key);
    if (!reader) throw request.at(request.places.value(body, key), `${what} doesn't support field [${key}]`);
    reader(target, request, body, key);
  }
}

/** The field of a suggester. Throws 400 when there is none. */
export function fieldOf({ field }: CommonOptions): string {
  if (field === undefined) throw missing("the required field option [field] is missing");
  if (field === "") throw illegalArgument("suggestion field name is empty");
  return field;
}

/** 400 `parse_exception` */
export function missing(reason: string): RequestError {
  return new RequestError(400, "parse_exception", reason);
}

function positive(size: number): number {
  if (size <= 0) throw illegalArgument("size must be positive");
  return size;
}
