// What a step expects of an answer. Each answers undefined, or what is otherwise.
import { isDeepStrictEqual } from "node:util";

/** The value at a path (`hits.hits.0._id`; `$body` and an empty path: all of it). */
export function valueAt(answer, path) {
  if (path === "$body" || path === "") return answer;
  let value = answer;
  for (const part of path.split(/(?<!\\)\./).map((one) => one.replaceAll("\\.", "."))) {
    if (value === null || typeof value !== "object") return undefined;
    // As in the published suites: the name of any member.
    if (part === "_arbitrary_key_") return Object.keys(value)[0];
    if (!Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

const shown = (value) => JSON.stringify(value)?.slice(0, 300) ?? "nothing";
const patternOf = (value) => (typeof value === "string" && /^\/.+\/$/s.test(value.trim()) ? value.trim() : undefined);

/** Whether a value is the expected one; a text between slashes is an expression, whose blanks say nothing. */
function isExpected(value, expected) {
  const pattern = patternOf(expected);
  if (pattern === undefined) return isDeepStrictEqual(value, expected);
  return new RegExp(
    pattern
      .slice(1, -1)
      .replace(/(?<!\\)\s/g, "")
      .replaceAll("\\ ", " "),
  ).test(String(value));
}

const isTrue = (value) => value !== undefined && value !== null && ![false, 0, "", "false", "0"].includes(value);
const compares = (holds, word) => (value, expected) =>
  holds(Number(value), Number(expected)) ? undefined : `${shown(value)} is not ${word} ${shown(expected)}`;

const lengthOf = (value) =>
  typeof value === "string" || Array.isArray(value) ? value.length : Object.keys(value ?? {}).length;

/** Expectations with a path and a value. */
const OF_VALUES = {
  match: (value, expected) =>
    isExpected(value, expected) ? undefined : `${shown(value)} instead of ${shown(expected)}`,
  length: (value, expected) =>
    lengthOf(value) === expected ? undefined : `${lengthOf(value)} instead of ${shown(expected)}`,
  contains: (value, expected) =>
    Array.isArray(value) && value.some((one) => isPartOf(expected, one))
      ? undefined
      : `${shown(value)} lacks ${shown(expected)}`,
  gt: compares((value, limit) => value > limit, "above"),
  gte: compares((value, limit) => value >= limit, "at least"),
  lt: compares((value, limit) => value < limit, "below"),
  lte: compares((value, limit) => value <= limit, "at most"),
};

/** Expectations of a path alone. */
const OF_PATHS = {
  is_true: (value) => (isTrue(value) ? undefined : `${shown(value)} is not true`),
  is_false: (value) => (isTrue(value) ? `${shown(value)} is not false` : undefined),
};

/** Whether all members of an expected object are in a value. */
function isPartOf(expected, value) {
  if (expected === null || typeof expected !== "object" || value === null || typeof value !== "object")
    return isExpected(value, expected);
  return Object.entries(expected).every(([key, own]) => isExpected(value[key], own));
}

/** What an answer lacks of a step (`{match: {path: value}}`); undefined: nothing. */
export function missedBy(answer, kind, given) {
  if (OF_PATHS[kind]) {
    const missed = OF_PATHS[kind](valueAt(answer, given));
    return missed && `${given}: ${missed}`;
  }
  if (!OF_VALUES[kind]) throw new Error(`there is no expectation ${kind}`);
  for (const [path, expected] of Object.entries(given)) {
    const missed = OF_VALUES[kind](valueAt(answer, path), expected);
    if (missed) return `${path}: ${missed}`;
  }
  return undefined;
}

const STATUS = {
  bad_request: [400],
  unauthorized: [401],
  forbidden: [403],
  missing: [404],
  request_timeout: [408],
  conflict: [409],
  unavailable: [503],
};

/** What an error lacks of what `catch` names: a kind, `request` (any), `param`, or an expression for its text. */
export function uncaught(wanted, { status, text }) {
  const pattern = patternOf(wanted);
  if (pattern !== undefined)
    return status >= 400 && isExpected(text, pattern) ? undefined : `${status} ${text.slice(0, 300)} is not ${wanted}`;
  const accepted = wanted === "request" ? status >= 400 : STATUS[wanted]?.includes(status);
  return accepted ? undefined : `${status} ${text.slice(0, 300)} instead of ${wanted}`;
}
