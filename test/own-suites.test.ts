/** Our own YAML suites, for operations of which the published ones say little, against a server of this process. */
import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
// Scripts are JavaScript.
import { runTest, testsOf, wipe } from "../scripts/own-suites/run-file.mjs";
import { type Engine, openEngine } from "../src/server/engine.ts";
import { silentLog } from "../src/server/log.ts";
import { inMemory } from "./in-memory.ts";
import { temporaryFolder } from "./server-process.ts";

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

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ ...inMemory, repositoryFolders: [temporaryFolder()], log: silentLog });
});
afterEach(() => wipe(send));
afterAll(() => engine.close());

async function send({ method, path, contentType, headers, body }: Call): Promise<{ status: number; text: string }> {
  const answer = await engine.pipeline.answer({
    head: { method, url: path, headers: { "content-type": contentType, ...headers } },
    clientAddress: "127.0.0.1",
    body: body === undefined ? undefined : Buffer.from(body),
    onGone: () => undefined,
  });
  return { status: answer.status, text: Buffer.from(answer.body).toString("utf8") };
}

describe.each(files)("%s", (name) => {
  test.each(testsOf(new URL(name, folder)).map((one) => [one.title, one] as const))("%s", async (_title, one) => {
    expect(await runTest(one, send)).toBeUndefined();
  });
});

test("a suite that expects something else fails", async () => {
  const steps = [{ do: { info: {} } }, { match: { tagline: "something else" } }];
  expect(await runTest({ setup: [], steps, teardown: [] }, send)).toContain("instead of");
  const refused = [{ do: { catch: "missing", info: {} } }];
  expect(await runTest({ setup: [], steps: refused, teardown: [] }, send)).toContain("instead of missing");
});
