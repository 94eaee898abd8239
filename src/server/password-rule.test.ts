/** One rule for passwords, on every way by which one is set; and the way by which they are looked at. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { TestIdentity } from "../testing/identity/identity.ts";
import { checkOptions } from "./open-options.ts";
import { readCommandLine, toSettings } from "./settings.ts";
import { hashPassword, verifyPassword } from "../security/password-hash.ts";
import { LEAST_PASSWORD, LONGEST_PASSWORD, passwordFault } from "../security/password-rule.ts";

const CHEAP = { logN: 4, blockSize: 1, parallelism: 1 };
const WRONG = ["a", "a".repeat(LEAST_PASSWORD - 1), "      ", "secret\u0000", "a".repeat(LONGEST_PASSWORD + 1)];
const RIGHT = ["a".repeat(LEAST_PASSWORD), "a".repeat(LONGEST_PASSWORD)];

let t: TestIdentity;
let ann: number;

beforeAll(async () => {
  t = await TestIdentity.open();
  ann = await t.user("ann");
});

/** Whether a password may be set, by each way. */
const ways: [string, (password: string) => Promise<boolean>][] = [
  ["the rule", (password) => Promise.resolve(passwordFault(password) === undefined)],
  [
    "set_password/",
    async (password) =>
      (await t.call("POST", `core/users/${ann}/set_password/`, { body: { password } })).status === 204,
  ],
  [
    "auth/recovery/",
    async (password) => {
      const { text } = await t.call("GET", `core/users/${ann}/recovery/`);
      const token = /token=([^"]+)/.exec(text)?.[1] ?? "";
      return (await t.call("POST", "auth/recovery/", { as: null, body: { token, password } })).status === 200;
    },
  ],
  [
    "--admin-password",
    (password) =>
      refuses(() =>
        toSettings(readCommandLine(["--admin-password", password], {}).values, { memoryBytes: 1e9, hostName: "h" }),
      ),
  ],
  ["adminPassword of the library", (password) => refuses(() => checkOptions({ adminPassword: password }))],
];

function refuses(attempt: () => unknown): Promise<boolean> {
  try {
    attempt();
    return Promise.resolve(true);
  } catch {
    return Promise.resolve(false);
  }
}

describe.each(ways)("by %s", (_, allowed) => {
  test.each(WRONG.map((password) => [JSON.stringify(password).slice(0, 20), password] as const))(
    "%s is refused",
    async (_shown, password) => {
      expect(await allowed(password)).toBe(false);
    },
  );

  test.each(RIGHT.map((password) => [password.length, password] as const))(
    "%d characters will do",
    async (_length, password) => {
      expect(await allowed(password)).toBe(true);
    },
  );
});

test("a link whose password was refused works still", async () => {
  const { text } = await t.call("GET", `core/users/${ann}/recovery/`);
  const token = /token=([^"]+)/.exec(text)?.[1] ?? "";
  const set = (password: string) => t.call("POST", "auth/recovery/", { as: null, body: { token, password } });
  expect(await set("short")).toMatchObject({
    status: 400,
    body: { password: ["Ensure this field has at least 6 characters."] },
  });
  expect((await set("long enough")).status).toBe(200);
});

test("who has an older, shorter password signs in with it", async () => {
  const { store } = t.identity;
  const user = await store.get(`user:${ann}`);
  if (!user) throw new Error("there is no user");
  const fields = { ...user.fields, password_hash: await hashPassword("a", CHEAP) };
  await store.change([{ kind: "replace", id: user.id, fields, ifSeqNo: user.seqNo, claims: ["user-name:ann"] }]);
  expect((await t.call("POST", "auth/sign_in/", { as: null, body: { username: "ann", password: "a" } })).status).toBe(
    200,
  );
});

test("a password with NULs behind it is another, and wrong", async () => {
  const basic = (password: string): string => `Basic ${Buffer.from(`ann:${password}`).toString("base64")}`;
  await t.call("POST", `core/users/${ann}/set_password/`, { body: { password: "a right one" } });
  expect((await t.call("GET", "core/users/me/", { as: basic("a right one") })).status).toBe(200);
  expect((await t.call("GET", "core/users/me/", { as: basic("a right one\u0000") })).status).toBe(401);
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (before, behind) => {
      const hash = await hashPassword(before, CHEAP);
      expect(await verifyPassword(`${before}\u0000${behind}`, hash)).toBe(false);
    }),
    { numRuns: 20 },
  );
});
