/** A `direct_generator` of a phrase suggestion (`DirectCandidateGeneratorBuilder`). */
import { illegalArgument } from "../../../compat/errors.ts";
import type { JsonPath } from "../../../compat/json/locate-json.ts";
import { type BodyShape, type Member, parseObject } from "../../../compat/object-parser.ts";
import { RequestText } from "../../../compat/request-text.ts";
import { valueText } from "../../../compat/value-text.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { defaultSpelling, readSpelling, type SpellingOptions } from "../spelling/spelling-options.ts";

/** Plain data. */
export interface DirectGenerator {
  readonly field: string;
  readonly size: number;
  /** As given: what is wrong with some of them is told by the shards. */
  readonly spelling: JsonObject;
  readonly preFilter: string | undefined;
  readonly postFilter: string | undefined;
}

const DEFAULT_SIZE = 5;

const text: Member = { takes: (value) => typeof value === "string", read: (value) => value };

const SHAPE: BodyShape = {
  name: "direct_generator",
  members: {
    field: text,
    suggest_mode: text,
    sort: text,
    string_distance: text,
    pre_filter: text,
    post_filter: text,
    size: checked((size) => {
      if (size <= 0) throw illegalArgument("Size must be positive");
    }),
    max_edits: checked((edits) => {
      if (edits < 1 || edits > 2) throw illegalArgument(`Illegal max_edits value ${edits}`);
    }),
    max_inspections: "int32",
    prefix_length: "int32",
    min_word_length: "int32",
    accuracy: "number",
    max_term_freq: "number",
    min_doc_freq: "number",
  },
};

/** Throws RequestError 400; the object stands at `path` of `body`. */
export function readGenerator(value: Json, body: string, path: JsonPath): DirectGenerator {
  const read = parseObject(SHAPE, value, body, path);
  const { field, size = DEFAULT_SIZE, pre_filter: pre, post_filter: post, ...spelling } = read;
  if (field === undefined) throw illegalArgument("Required [field]");
  return {
    field: valueText(field),
    size: Number(size),
    spelling,
    preFilter: pre as string | undefined,
    postFilter: post as string | undefined,
  };
}

/** Throws RequestError 400. */
export function spellingOf({ spelling }: DirectGenerator): SpellingOptions {
  const { suggest_mode: mode, min_doc_freq: least } = spelling;
  if (typeof mode === "string" && !/^(missing|popular|always)$/i.test(mode))
    throw illegalArgument(`Illegal suggest mode ${mode}`);
  if (typeof least === "number" && least >= 1 && !Number.isInteger(least))
    throw illegalArgument("Fractional absolute document frequencies are not allowed");
  return readSpelling(defaultSpelling(), spelling);
}

function checked(check: (value: number) => void): Member {
  return {
    takes: (value) => typeof value === "number" || typeof value === "bigint" || typeof value === "string",
    read(value) {
      const body = { value };
      const number = RequestText.of(body).number(body, "value", true);
      check(number);
      return number;
    },
  };
}
