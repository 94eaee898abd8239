/** Requests with the answers that Elasticsearch gave, and what of answers is never the same. */

export interface RecordedRequest {
  readonly request: readonly [method: string, path: string, body?: unknown];
  readonly status: number;
  /** Absent: `{"acknowledged":true}`, or nothing. */
  readonly body?: unknown;
  readonly warnings?: readonly string[];
}

const PASSING = new Set(["creation_date", "took", "version", "_seq_no", "shards", "index.version.created"]);

/** Without what differs from run to run; lists of named things in the order of their names. */
export function withoutPassing(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutPassing);
    return items.every(isNamed) ? items.sort((one, other) => (one.name < other.name ? -1 : 1)) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !PASSING.has(key) && !key.includes("uuid") && !key.startsWith("index.creation"))
      .map(([key, member]) => [key, withoutPassing(member)]),
  );
}

function isNamed(value: unknown): value is { name: string } {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
