// Differences that stay, each with its reason, are data: stated.json. Its entries say of which `kinds` they are, and
// give patterns: `what` of the place in the answer, `request`, `ours` and `theirs` of the JSON (texts as they are).
import { readFileSync } from "node:fs";

const entries = JSON.parse(readFileSync(new URL("stated.json", import.meta.url), "utf8")).map(
  ({ why, kinds, ...patterns }) => ({
    why,
    kinds,
    patterns: Object.entries(patterns).map(([of, pattern]) => ({ of, pattern: new RegExp(pattern, "s") })),
  }),
);

/** Why a difference stays; undefined for one that nothing explains. */
export function statedReason(kind, request, { what, ours, theirs }) {
  const texts = { what, request: textOf(request), ours: textOf(ours), theirs: textOf(theirs) };
  return entries.find(
    ({ kinds, patterns }) =>
      (kinds === undefined || kinds.includes(kind)) && patterns.every(({ of, pattern }) => pattern.test(texts[of])),
  )?.why;
}

const textOf = (value) => (typeof value === "string" ? value : (JSON.stringify(unwrapped(value)) ?? ""));

/** The same with the queries that `wrapper` holds as texts, which may differ for reasons that are stated of them. */
function unwrapped(value) {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (typeof value !== "object" || value === null) return value;
  const { wrapper } = value;
  if (typeof wrapper?.query === "string") {
    try {
      return unwrapped({ ...value, wrapper: { query: JSON.parse(Buffer.from(wrapper.query, "base64").toString()) } });
    } catch {
      return value;
    }
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unwrapped(inner)]));
}
