// What one server answers otherwise than the other, as `{ what, ours, theirs }` with the place in the answer.

const TOLERANCE = 1e-6;
/** A step of a float about 1: what is left of nearly opposite vectors. */
const STEP = 2e-7;
/** Floats that are this small are told in other digits. */
const TINY = 1e-37;

/** What says nothing of the matter. */
const untold = new Set(["took", "_shards", "timed_out", "terminated_early", "_index", "_shard", "_node"]);

/**
 * Differences of two answers `{ status, body }`. Servers with words of their own are asked only whether they refuse.
 */
export function differencesOf(ours, theirs, { hasOwnWords = false } = {}) {
  const refusals = [ours, theirs].map(refusalOf);
  if (refusals.some((one) => one !== undefined)) {
    if (hasOwnWords && refusals.every((one) => one !== undefined)) return [];
    return refusals[0] === refusals[1]
      ? []
      : [
          {
            what: `error ${wordOf(refusals[0])} for ${wordOf(refusals[1])}`,
            ours: refusals[0] ?? "an answer",
            theirs: refusals[1] ?? "an answer",
          },
        ];
  }
  const found = [];
  compareMembers("", ours.body, theirs.body, found);
  return found;
}

/** Status and type. */
const wordOf = (refusal) => refusal?.split(":")[0] ?? "none";

/** The status and first cause of a refusal, or of the failure of a shard. */
export function refusalOf({ status, body }) {
  const error = body?.error ?? body?._shards?.failures?.[0]?.reason;
  if (status < 300 && error === undefined) return undefined;
  const cause = error?.root_cause?.[0] ?? error?.failed_shards?.[0]?.reason ?? error;
  return `${status} ${cause?.type ?? ""}: ${wordsOf(cause?.reason ?? JSON.stringify(body))}`;
}

/** Without places in bodies, words of JSON parsers and numbers of documents, among which nested ones are counted. */
function wordsOf(reason) {
  return String(reason)
    .replace(/\[\d+:\d+\] | at \[\d+:\d+\]|\n at \[Source: .*/gs, "")
    .replace(/(?<=\bdoc: )\d+/, "…")
    .trim();
}

function compareMembers(path, ours, theirs, found) {
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    if (untold.has(name)) continue;
    const what = path === "" ? name : `${path}.${name}`;
    compare(what, ours[name], theirs[name], found);
  }
}

function compare(what, ours, theirs, found) {
  if (Array.isArray(ours?.hits) && Array.isArray(theirs?.hits)) compareHits(what, ours, theirs, found);
  else if (what.endsWith("matched_queries") && ours && theirs) compareNames(what, ours, theirs, found);
  else if (what.endsWith("_explanation")) compareExplanations(what, ours, theirs, found);
  else if (isObject(ours) && isObject(theirs)) compareMembers(what, ours, theirs, found);
  else if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length)
    ours.forEach((one, at) => compare(`${what}.${at}`, one, theirs[at], found));
  else if (!areEqual(ours, theirs)) found.push({ what, ours, theirs });
}

/** Names in the order of a hash table. */
function compareNames(what, ours, theirs, found) {
  if (Array.isArray(ours)) {
    const names = new Set(ours);
    if (ours.length !== theirs.length || !theirs.every((name) => names.has(name))) found.push({ what, ours, theirs });
  } else compareMembers(what, ours, theirs, found);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function areEqual(one, other) {
  if (typeof one !== "number" || typeof other !== "number") return JSON.stringify(one) === JSON.stringify(other);
  const most = Math.max(Math.abs(one), Math.abs(other));
  const apart = Math.abs(one - other);
  return apart <= most * TOLERANCE || apart < STEP || most < TINY;
}

/** Totals, order (documents that tie may change places), and each document for itself. */
function compareHits(what, ours, theirs, found) {
  const { hits: mine, ...rest } = ours;
  const { hits: other, ...otherRest } = theirs;
  compareMembers(what, rest, otherRest, found);
  const keys = [mine, other].map((hits) => hits.map(({ _score, sort }) => sort ?? [_score ?? null]));
  if (mine.length !== other.length || !mine.every((_, at) => areKeysEqual(keys[0][at], keys[1][at]))) {
    found.push({ what: `${what}.order`, ours: mine.map(orderOf), theirs: other.map(orderOf) });
    return;
  }
  const total = otherRest.total?.value ?? otherRest.total ?? other.length;
  for (let start = 0, end = 0; start < other.length; start = end) {
    for (end = start + 1; end < other.length && areKeysEqual(keys[1][end - 1], keys[1][end]);) end++;
    // Behind the last hit there may be more that tie with it.
    if (end === other.length && total > other.length) break;
    const [tied, otherTied] = [mine, other].map((hits) => hits.slice(start, end).map(idOf).sort());
    if (!areEqual(tied, otherTied)) found.push({ what: `${what}.ids`, ours: tied, theirs: otherTied });
  }
  const byId = new Map(other.map((hit) => [idOf(hit), hit]));
  for (const hit of mine) {
    const twin = byId.get(idOf(hit));
    if (twin) compareMembers(`${what}.hit`, hit, twin, found);
  }
}

const idOf = ({ _id, _nested }) => `${_id}${_nested ? JSON.stringify(_nested) : ""}`;
const orderOf = (hit) => `${idOf(hit)} ${hit.sort ? JSON.stringify(hit.sort) : hit._score}`;
const areKeysEqual = (one, other) =>
  one.length === other.length && one.every((value, at) => areEqual(value, other[at]));

/** Values and descriptions. The order of details is that of a hash table in Elasticsearch. */
function compareExplanations(what, ours, theirs, found) {
  const lines = [ours, theirs].map((one) => linesOf(one, 0));
  const at = lines[1].findIndex((line, number) => !isSameLine(lines[0][number], line));
  if (at < 0 && lines[0].length === lines[1].length) return;
  const shown = lines.map((list) => list.map(({ text, value }) => `${text} = ${value}`));
  found.push({ what, ours: shown[0], theirs: shown[1] });
}

function linesOf({ value, description, details = [] }, depth) {
  const parts = details.map((detail) => linesOf(detail, depth + 1));
  parts.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const text = description
    .replace(/(?<= in )\d+(?=\))/, "…")
    .replace(/@[\da-f]{4,8}\b/g, "@…")
    .replace(/(?<=in range from )\d+ to \d+/, "…");
  return [{ text: `${"  ".repeat(depth)}${text}`, value }, ...parts.flat()];
}

const sortKey = (lines) => lines.map(({ text, value }) => `${text} ${value}`).join("\n");
const isSameLine = (one, other) =>
  one !== undefined && wordsIn(one.text) === wordsIn(other.text) && areEqual(one.value, other.value);
/** Clauses in a description stand in the order of a hash table, too, where they are of many fields. */
const wordsIn = (description) =>
  description
    .split(/[\s(),]+/)
    .sort()
    .join(" ");
