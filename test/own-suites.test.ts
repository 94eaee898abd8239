/** Our own YAML suites, for operations of which the published ones say little, against a server of this process. */
import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
// Scripts are JavaScript.
import { runTest, testsOf, wipe } from "../scripts/own-suites/run-file.mjs";
import { temporaryFolder } from "./server-process.ts";
import { openSide, secured, type Side } from "./sides.ts";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

const folder = new URL("yaml/", import.meta.url);
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".yml"))
  .sort();

/** A server that others reach, which is itself; with security for what is there with it only. */
let plain: Side;
let guarded: Side | undefined;
let isGuarded = false;
beforeAll(async () => {
  plain = await openSide("own", { repositoryFolders: [temporaryFolder()] });
});
afterEach(() => wipe(send));
afterAll(() => Promise.all([plain.close(), guarded?.close()]));

async function send({ method, path, contentType, headers, body }: Call): Promise<{ status: number; text: string }> {
  const { engine, headers: own } = isGuarded ? (guarded ??= await openSide("own", secured)) : plain;
  const answer = await engine.pipeline.answer({
    head: { method, url: path, headers: { "content-type": contentType, ...own, ...headers } },
    clientAddress: "127.0.0.1",
    body: body === undefined ? undefined : Buffer.from(body),
    onGone: () => undefined,
  });
  return { status: answer.status, text: Buffer.from(answer.body).toString("utf8") };
}

describe.each(files)("%s", (name) => {
  test.each(testsOf(new URL(name, folder)).map((one) => [one.title, one] as const))("%s", async (_title, one) => {
    isGuarded = name.startsWith("security.");
    expect(await runTest(one, send)).toBeUndefined();
  });
});

test("a suite that expects something else fails", async () => {
  const steps = [{ do: { info: {} } }, { match: { tagline: "something else" } }];
  expect(await runTest({ setup: [], steps, teardown: [] }, send)).toContain("instead of");
  const refused = [{ do: { catch: "missing", info: {} } }];
  expect(await runTest({ setup: [], steps: refused, teardown: [] }, send)).toContain("instead of missing");
});
