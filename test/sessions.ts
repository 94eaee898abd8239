/**
 * Sessions: requests one after another with the answers that Elasticsearch gave, in `sessions/<name>.json` those of
 * 8.19, in `sessions/7.10/` those of 7.10, which comes with what was not at hand for 8.19 (scripts, joins, reindexing,
 * ingest pipelines).
 */
import { readFileSync, writeFileSync } from "node:fs";

/** One request. In its path and body, `$A` stands for the id that the answer saved as `A` named. */
export interface SessionStep {
  readonly as?: string;
  /** Method and path. */
  readonly ask: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

/** Sends one request; answers status and text. */
export type Send = (
  method: string,
  path: string,
  body: string | undefined,
) => Promise<{ readonly status: number; readonly text: string }>;

/** The steps of a session. */
export function readSession(name: string): SessionStep[] {
  return JSON.parse(readFileSync(fileOf(name), "utf8")) as SessionStep[];
}

/** Writes a session, one step in a line. */
export function writeSession(name: string, steps: readonly SessionStep[]): void {
  writeFileSync(fileOf(name), `[\n${steps.map((step) => JSON.stringify(step)).join(",\n")}\n]\n`);
}

/** Runs a session; answers its steps with what is answered now. */
export async function runSession(steps: readonly SessionStep[], send: Send): Promise<SessionStep[]> {
  const saved = new Map<string, string>();
  const filled = (text: string): string =>
    text.replace(/\$([A-Z]\w*)/g, (whole, name: string) => saved.get(name) ?? whole);
  const answered: SessionStep[] = [];
  for (const { as, ask, body } of steps) {
    const [method = "GET", path = "/"] = ask.split(" ");
    const { status, text } = await send(method, filled(path), body === undefined ? undefined : filled(bodyText(body)));
    const answer: unknown = text === "" ? null : JSON.parse(text);
    if (as !== undefined) saved.set(as, idIn(answer));
    const step = { ask, ...(body === undefined ? {} : { body }), status, answer: stable(answer) };
    answered.push(as === undefined ? step : { as, ...step });
  }
  return answered;
}

/** A list is one of lines. */
function bodyText(body: unknown): string {
  if (typeof body === "string") return body;
  return Array.isArray(body) ? body.map((line) => `${JSON.stringify(line)}\n`).join("") : JSON.stringify(body);
}

function idIn(answer: unknown): string {
  const { _scroll_id: scroll, id, pit_id: pit } = answer as Record<string, unknown>;
  return String(scroll ?? id ?? pit);
}

/** What is another each time. */
const VARYING = new Set(["took", "_scroll_id", "pit_id", "node", "index_uuid", "id", "task", "timestamp"]);

/** An answer without what is another each time. */
export function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable);
  if (typeof value === "string") return value.replace(/for id \[\d+\]/g, "for id [#]").replace(/\/[\w-]{22}\]/g, "/*]");
  if (typeof value !== "object" || value === null) return value;
  // 7.10 still tells types.
  const parts = Object.entries(value).filter(([key]) => key !== "_type");
  return Object.fromEntries(
    parts.map(([key, part]) => [key, VARYING.has(key) && typeof part !== "object" ? "*" : stable(part)]),
  );
}

function fileOf(name: string): URL {
  return new URL(`sessions/${name}.json`, import.meta.url);
}
