import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { type Caller, CASES, type Case } from "./security-cases.ts";
import { call, type ServerProcess, startServer } from "./server-process.ts";

/**
 * What Elasticsearch 8.19 answered; written anew with WARDEX_SECURITY_ORACLE (the address of one with security, whose
 * administrator is `elastic` with the password `oracle-pw`, with the token service, and with what its own index of
 * users needs: the token filters `pattern_capture` and `unique`, and the tokenizer `uax_url_email`) and
 * WARDEX_RECORD=1. It must be new: what is left behind is counted.
 */
const recordFile = new URL("security-answers.json", import.meta.url);
const oracle = process.env["WARDEX_SECURITY_ORACLE"];
const recorded = (): unknown[] => JSON.parse(readFileSync(recordFile, "utf8")) as unknown[];

const basic = (pair: string): Record<string, string> => ({ authorization: `Basic ${btoa(pair)}` });

function headersOf(who: Caller | undefined, saved: ReadonlyMap<string, string>): Record<string, string> {
  if (who === undefined || who === "admin") return basic("elastic:oracle-pw");
  if (typeof who === "string") return basic(who);
  if ("key" in who) return { authorization: `ApiKey ${saved.get(who.key)}` };
  if ("bearer" in who) return { authorization: `Bearer ${saved.get(who.bearer)}` };
  return { ...headersOf(who.by as Caller, saved), "es-security-runas-user": who.as };
}

/** Sends all cases; the answers, each with its request. */
async function answersOf(url: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  const saved = new Map<string, string>();
  for (const one of CASES) {
    const filled = (text: string): string =>
      text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => saved.get(name) ?? whole);
    const body = one.body === undefined ? undefined : filled(JSON.stringify(one.body));
    const headers = {
      ...headersOf(one.who, saved),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const answer = await call(url, one.method, filled(one.path), body, headers);
    for (const [name, field] of Object.entries(one.saves ?? {})) saved.set(name, String(answer.body[field]));
    const ids = [...saved].filter(([name]) => name === "id").map(([, id]) => id);
    answers.push({ request: requestOf(one), status: answer.status, body: comparable(answer.body, ids) });
  }
  return answers;
}

function requestOf({ who = "admin", method, path, body }: Case): string {
  return `${JSON.stringify(who)} ${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}`;
}

const SECRETS = new Set(["id", "api_key", "encoded", "access_token", "refresh_token"]);

/** Without what is another at each time: ids, keys, times, and places in bodies. */
function comparable(value: unknown, ids: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => comparable(one, ids));
  if (typeof value === "number") return value > 1e12 ? "<time>" : value;
  if (typeof value === "string") {
    const text = ids.reduce((shown, id) => shown.replaceAll(id, "<id>"), value);
    return text.replaceAll(/\[\d+:\d+\]/g, "[1:1]");
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== "line" && name !== "col");
  return Object.fromEntries(
    entries.map(([name, one]) => [
      name === ids[0] ? "<id>" : name,
      SECRETS.has(name) && typeof one === "string" ? "<secret>" : comparable(one, ids),
    ]),
  );
}

describe("the operations of _security", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(["--security", "on"], {
      WARDEX_ADMIN_USER: "elastic",
      WARDEX_ADMIN_PASSWORD: "oracle-pw",
    });
    return async () => void (await server.stop());
  });

  test("each request is answered as a real server does", { timeout: 60_000 }, async () => {
    const expected = recorded();
    const ours = await answersOf(server.url);
    expect(ours.length).toBe(expected.length);
    // All differences at once tell more than the first.
    const different = ours.flatMap((answer, place) =>
      isDeepStrictEqual(answer, expected[place]) ? [] : [{ ours: answer, expected: expected[place] }],
    );
    expect(different).toEqual([]);
  });
});

describe.skipIf(oracle === undefined)("the answers of a real server", () => {
  test("are as they were recorded", { timeout: 120_000 }, async () => {
    const answers = await answersOf(oracle ?? "");
    if (process.env["WARDEX_RECORD"] !== undefined)
      writeFileSync(recordFile, `[\n${answers.map((answer) => JSON.stringify(answer)).join(",\n")}\n]\n`);
    expect(answers).toEqual(recorded());
  });
});
