/** Requests made from the OpenAPI document, by schemathesis; skipped where Python or its registry cannot be had. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const run = promisify(execFile);
const INSTALL_MS = 300_000;
const DEEP = process.env["WARDEX_DEEP"] !== undefined;
const RUN_MS = DEEP ? 1_800_000 : 300_000;
/** The coverage phase sends thousands of requests: some minutes. */
const EXAMPLES = DEEP
  ? ["--phases", "coverage,fuzzing", "--max-examples", "20"]
  : ["--phases", "fuzzing", "--max-examples", "1"];
const admin = { authorization: "Bearer an-administrators-token" };

/**
 * Statuses, bodies and headers must be the declared ones, and none may be an internal error. Whether credentials are
 * looked at is the business of the permission matrix: here wrong ones would soon be answered with 429.
 */
const CHECKS =
  "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance,unsupported_method";

async function schemathesis(): Promise<{ command: string } | { missing: string }> {
  const folder = temporaryFolder();
  try {
    await run("python3", ["-m", "venv", folder], { timeout: INSTALL_MS });
    await run(
      join(folder, "bin/python"),
      ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "schemathesis>=4.32,<5"],
      { timeout: INSTALL_MS },
    );
    return { command: join(folder, "bin/schemathesis") };
  } catch (error) {
    return {
      missing: `schemathesis cannot be had here: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`,
    };
  }
}

/** Its own administrator, whom random numbers do not hit. */
async function hiddenAdministrator(server: ServerProcess): Promise<string> {
  for (let user = 0; user < 40; user++)
    await server.call("POST", "/api/v2beta/core/users/", { username: `filler-${user}`, name: "Filler" }, admin);
  const groups = await server.call("GET", "/api/v2beta/core/groups/?is_superuser=true", undefined, admin);
  const made = await server.call(
    "POST",
    "/api/v2beta/core/users/",
    { username: "schema-checker", name: "Checker", groups: [groups.body.results[0].pk] },
    admin,
  );
  await server.call(
    "POST",
    "/api/v2beta/core/tokens/",
    { identifier: "schema-checkers", user: made.body.pk, expiring: false },
    admin,
  );
  return (await server.call("GET", "/api/v2beta/core/tokens/schema-checkers/view_key/", undefined, admin)).body.key;
}

test("every operation answers as the document says", { timeout: INSTALL_MS + RUN_MS }, async (context) => {
  const found = await schemathesis();
  if ("missing" in found) {
    console.log(`skipped: ${found.missing}`);
    return context.skip(found.missing);
  }
  const server = await startServer(["--security", "on"], { WARDEX_ADMIN_TOKEN: "an-administrators-token" });
  const key = await hiddenAdministrator(server);
  const folder = temporaryFolder();
  const schema = join(folder, "schema.json");
  writeFileSync(schema, JSON.stringify((await server.call("GET", "/api/v2beta/schema/", undefined, admin)).body));
  const flags = ["--checks", CHECKS, ...EXAMPLES, "--suppress-health-check", "all", "--no-color"];
  const where = [
    "run",
    schema,
    "--url",
    `${server.url}/api/v2beta`,
    "-H",
    `Authorization: Bearer ${key}`,
    "--exclude-operation-id",
    "auth_sign_in",
  ];
  const { stdout } = await run(found.command, [...where, ...flags], {
    timeout: RUN_MS,
    cwd: folder,
    maxBuffer: 64 << 20,
  }).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? "",
  }));
  const tested = /Tested: (\d+)/.exec(stdout)?.[1];
  expect(Number(tested), stdout).toBeGreaterThan(80);
  expect(stdout).not.toMatch(/FAILURES|ERRORS/);
  await server.stop();
});
