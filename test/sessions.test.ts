/** Programs at work: requests one after another, compared with what Elasticsearch answered. */
import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { silentLog } from "../src/server/log.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { inMemory } from "./in-memory.ts";
import { readSession, runSession, type Send, writeSession } from "./sessions.ts";

/** Written anew with WARDEX_ORACLE (an address of 8.19), WARDEX_ORACLE_7 (one of 7.10) and WARDEX_RECORD=1. */
const oracle8 = process.env["WARDEX_ORACLE"];
const oracle7 = process.env["WARDEX_ORACLE_7"];
const folder = new URL("sessions", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(".json", ""));
const oracleOf = (name: string): string | undefined => (name.startsWith("7.10/") ? oracle7 : oracle8);
const known = names.filter((name) => oracleOf(name) !== undefined);

let engine: Engine;

beforeAll(async () => {
  if (process.env["WARDEX_RECORD"] === "1")
    for (const name of known) writeSession(name, await runSession(readSession(name), over(oracleOf(name)!)));
  engine = await openEngine({ ...inMemory, log: silentLog });
  return () => engine.close();
});

test.each(names)("%s", async (name) => {
  const steps = readSession(name);
  expect(steps.length).toBeGreaterThan(5);
  const answered = await runSession(steps, within);
  for (const [number, step] of answered.entries()) expect(step, `step ${number}: ${step.ask}`).toEqual(steps[number]);
});

test.skipIf(known.length === 0).each(known)("%s is still what Elasticsearch answers", async (name) => {
  const steps = readSession(name);
  expect(await runSession(steps, over(oracleOf(name)!))).toEqual(steps);
});

const within: Send = async (method, url, body) => {
  const answer = await engine.pipeline.answer({
    head: { method, url, headers: body === undefined ? {} : { "content-type": mediaOf(url) } },
    clientAddress: "127.0.0.1",
    body: body === undefined ? undefined : Buffer.from(body),
    onGone: () => undefined,
  });
  return { status: answer.status, text: Buffer.from(answer.body).toString() };
};

function over(address: string): Send {
  return async (method, path, body) => {
    // A body with GET is none in `fetch`.
    const sent = method === "GET" && body !== undefined ? "POST" : method;
    const headers: Record<string, string> = body === undefined ? {} : { "content-type": mediaOf(path) };
    const answer = await fetch(address + path, { method: sent, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  };
}

function mediaOf(path: string): string {
  return /_bulk|_msearch/.test(path) ? "application/x-ndjson" : "application/json";
}
