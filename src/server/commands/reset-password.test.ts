/** The way back in. As a process of its own it is run by test/command.test.ts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { open, type Wardex } from "../wardex.ts";
import { resetPassword } from "./reset-password.ts";

const FIRST = "the first password";
const folder = mkdtempSync(join(tmpdir(), "wardex-test-"));
const data = join(folder, "data");

const serve = (): Promise<Wardex> => open({ data, adminPassword: FIRST, listen: { port: 0 } });

/** What the command shows. */
async function reset(args: readonly string[], input = ""): Promise<string> {
  let shown = "";
  await resetPassword.run({
    args: [...args, "--data", data],
    environment: {},
    input: () => Promise.resolve(input),
    out: (text) => (shown += text),
  });
  return shown;
}

async function ask(
  server: Wardex,
  path: string,
  credentials: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = {
    authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
    "content-type": "application/json",
  };
  const given = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const response = await fetch(`${server.url}/api/v2beta/${path}`, { headers, ...given });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function served<T>(look: (server: Wardex) => Promise<T>): Promise<T> {
  const server = await serve();
  onTestFinished(() => server.close());
  const seen = await look(server);
  await server.close();
  return seen;
}

beforeAll(async () => {
  const server = await serve();
  const made = await ask(server, "core/users/", `admin:${FIRST}`, { username: "ann", name: "Ann", is_active: false });
  expect(made.status).toBe(201);
  await server.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("wardex reset-password", () => {
  test("refuses while the server runs", async () => {
    await served(() => expect(reset([])).rejects.toThrow(/the data directory is in use by process \d+/));
  });

  test("makes a password for the administrator and shows it; the old one is dead, and the audit trail tells of it", async () => {
    const password = /password {2}(\S{24})\n/.exec(await reset([]))?.[1] ?? "";
    await served(async (server) => {
      expect(await ask(server, "core/users/me/", `admin:${password}`)).toMatchObject({
        status: 200,
        body: { is_superuser: true },
      });
      expect((await ask(server, "core/users/me/", `admin:${FIRST}`)).status).toBe(401);
      const told = await ask(server, "events/events/?action=password_set", `admin:${password}`);
      expect(told.body["results"]).toMatchObject([{ app: "wardex.command", context: { user: { username: "admin" } } }]);
    });
  });

  test("reads one, and makes an active superuser of who is neither, or is not even there", async () => {
    const without = await reset(["ann", "--stdin"], "another password\n");
    expect(without).toMatch(/not active.*--superuser[^]*no superuser/);
    expect(without).not.toContain("another password");
    expect(await reset(["ann", "--superuser", "--stdin"], "a third password\n")).toBe(
      "a new password for the user\n  user      ann\n",
    );
    expect(await reset(["zoe", "--superuser", "--stdin"], "zoes own password")).toBe(
      "made the user\n  user      zoe\n",
    );
    await served(async (server) => {
      for (const credentials of ["ann:a third password", "zoe:zoes own password"])
        expect(await ask(server, "core/users/me/", credentials)).toMatchObject({
          status: 200,
          body: { is_superuser: true },
        });
    });
  });

  test.each<[string, string[], string, RegExp]>([
    ["a user who is not there", ["nobody"], "", /there is no user \[nobody\]/],
    ["a password against the rule", ["ann", "--stdin"], "short\n", /at least \[6\] characters/],
    ["an unknown flag", ["--supeuser"], "", /--supeuser/],
    ["a second word", ["ann", "bob"], "", /unexpected argument \[bob\]/],
    ["a folder without data", ["--data", join(folder, "none"), "ann"], "", /there is no data of a server in/],
    ["memory", ["--data", ":memory:"], "", /works on a folder/],
  ])("%s is refused", async (_, args, input, words) => {
    const call = {
      args: args.includes("--data") ? args : [...args, "--data", data],
      environment: {},
      input: () => Promise.resolve(input),
      out: () => undefined,
    };
    await expect(resetPassword.run(call)).rejects.toThrow(words);
    await expect(resetPassword.run(call)).rejects.toMatchObject({ name: "SettingError" });
  });
});
