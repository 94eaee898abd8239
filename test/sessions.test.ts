/** Searches of several steps, compared with what Elasticsearch 8.19 answered. */
import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { silentLog } from "../src/server/log.ts";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { inMemory } from "./in-memory.ts";
import { readSession, runSession, type Send, writeSession } from "./sessions.ts";

/** Written anew with WARDEX_ORACLE (an address of 8.19) and WARDEX_RECORD=1. */
const oracle = process.env["WARDEX_ORACLE"];
const names = readdirSync(new URL("sessions", import.meta.url)).map((file) => file.replace(".json", ""));

let engine: Engine;

beforeAll(async () => {
  if (oracle && process.env["WARDEX_RECORD"] === "1")
    for (const name of names) writeSession(name, await runSession(readSession(name), over(oracle)));
  engine = await openEngine({ ...inMemory, log: silentLog });
  return () => engine.close();
});

test.each(names)("%s", async (name) => {
  const steps = readSession(name);
  expect(steps.length).toBeGreaterThan(5);
  const answered = await runSession(steps, within);
  for (const [number, step] of answered.entries()) expect(step, `step ${number}: ${step.ask}`).toEqual(steps[number]);
});

test.skipIf(!oracle).each(names)("%s is still what Elasticsearch answers", async (name) => {
  const steps = readSession(name);
  expect(await runSession(steps, over(oracle!))).toEqual(steps);
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
