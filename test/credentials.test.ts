/** The table of credentials, form by form, on both interfaces. */
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

const admin = { authorization: "Bearer an-administrators-token" };
const PASSWORD = "a long enough password";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

let server: ServerProcess;
let ada = 0;
let key = "";
let id = "";

beforeAll(async () => {
  server = await startServer(["--security", "on"], { WARDEX_ADMIN_TOKEN: "an-administrators-token" });
  ada = (await server.call("POST", "/api/v2beta/core/users/", { username: "ada", name: "Ada" }, admin)).body.pk;
  await server.call("POST", `/api/v2beta/core/users/${ada}/set_password/`, { password: PASSWORD }, admin);
  id = (
    await server.call("POST", "/api/v2beta/core/tokens/", { identifier: "adas", user: ada, expiring: false }, admin)
  ).body.pk;
  key = (await server.call("GET", "/api/v2beta/core/tokens/adas/view_key/", undefined, admin)).body.key;
  return async () => void (await server.stop());
});

/** Who the credentials are taken for at `/` and at `/api/v2beta`; a status where they are refused. */
async function takenFor(headers: Record<string, string>): Promise<readonly (string | number)[]> {
  const search = await server.call("GET", "/_security/_authenticate", undefined, headers);
  const identity = await server.call("GET", "/api/v2beta/core/users/me/", undefined, headers);
  return [
    search.status === 200 ? search.body.username : search.status,
    identity.status === 200 ? identity.body.username : identity.status,
  ];
}

const forms: readonly (readonly [form: string, header: () => string])[] = [
  ["Bearer <key>", () => `Bearer ${key}`],
  ["bearer <key>, whatever the case of the scheme", () => `bEARER ${key}`],
  ["ApiKey base64(id:key)", () => `ApiKey ${base64(`${id}:${key}`)}`],
  ["Basic base64(anything:<key>)", () => `Basic ${base64(`whoever:${key}`)}`],
  ["Basic base64(<key>)", () => `Basic ${base64(key)}`],
  ["the bare key", () => key],
  ["Basic user:password", () => `Basic ${base64(`ada:${PASSWORD}`)}`],
];

describe("on both interfaces", () => {
  test.each(forms)("%s", async (_, header) => {
    expect(await takenFor({ authorization: header() })).toEqual(["ada", "ada"]);
  });

  test("a session", async () => {
    const signedIn = await server.call("POST", "/api/v2beta/auth/sign_in/", { username: "ada", password: PASSWORD });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    expect(await takenFor({ cookie })).toEqual(["ada", "ada"]);
    const csrf = /wardex_csrf=([\w-]+)/.exec(cookie)?.[1] ?? "";
    expect(
      (await server.call("POST", "/_security/user/_has_privileges", { cluster: ["monitor"] }, { cookie })).status,
    ).toBe(403);
    expect(
      (
        await server.call(
          "POST",
          "/_security/user/_has_privileges",
          { cluster: ["monitor"] },
          { cookie, "x-csrftoken": csrf },
        )
      ).status,
    ).toBe(200);
  });

  test.each<[string, () => string]>([
    ["a wrong key", () => `Bearer ${key}x`],
    ["a key with the id of another", () => `ApiKey ${base64(`another:${key}`)}`],
    ["a wrong password", () => `Basic ${base64("ada:wrong")}`],
    ["the key as a user's name", () => `Basic ${base64(`${key}:`)}`],
    ["a scheme that is not ours", () => `Digest ${key}`],
    ["base64 of nothing", () => "Basic "],
  ])("%s is refused", async (_, header) => {
    expect(await takenFor({ authorization: header() })).toEqual([401, 401]);
  });

  test("none", async () => {
    expect(await takenFor({})).toEqual([401, 401]);
  });
});

test("a key stands before a password: who has another's key as password is the other", async () => {
  const bob = (await server.call("POST", "/api/v2beta/core/users/", { username: "bob", name: "Bob" }, admin)).body.pk;
  await server.call("POST", `/api/v2beta/core/users/${bob}/set_password/`, { password: key }, admin);
  expect(await takenFor({ authorization: `Basic ${base64(`bob:${key}`)}` })).toEqual(["ada", "ada"]);
});

test("what is revoked, over or changed stops at once on both", async () => {
  const token = async (identifier: string, more = {}): Promise<string> => {
    await server.call("POST", "/api/v2beta/core/tokens/", { identifier, user: ada, expiring: false, ...more }, admin);
    return `Bearer ${(await server.call("GET", `/api/v2beta/core/tokens/${identifier}/view_key/`, undefined, admin)).body.key}`;
  };
  const revoked = { authorization: await token("revoked") };
  const over = {
    authorization: await token("over", { expiring: true, expires: new Date(Date.now() + 1500).toISOString() }),
  };
  expect([...(await takenFor(revoked)), ...(await takenFor(over))]).toEqual(["ada", "ada", "ada", "ada"]);
  await server.call("DELETE", "/api/v2beta/core/tokens/revoked/", undefined, admin);
  expect(await takenFor(revoked)).toEqual([401, 401]);
  await server.call("POST", `/api/v2beta/core/users/${ada}/set_password/`, { password: "another password" }, admin);
  expect(await takenFor({ authorization: `Basic ${base64(`ada:${PASSWORD}`)}` })).toEqual([401, 401]);
  await new Promise((resolve) => setTimeout(resolve, 1600));
  expect(await takenFor(over)).toEqual([401, 401]);
  await server.call("PATCH", `/api/v2beta/core/users/${ada}/`, { is_active: false }, admin);
  expect(await takenFor({ authorization: `Bearer ${key}` })).toEqual([401, 401]);
});

test("with --identity-passwords off a password opens `/`, and signs in, but is none at /api/v2beta", async () => {
  const closed = await startServer(["--security", "on", "--identity-passwords", "off"], {
    WARDEX_ADMIN_PASSWORD: PASSWORD,
  });
  const authorization = `Basic ${base64(`admin:${PASSWORD}`)}`;
  expect((await closed.call("GET", "/_security/_authenticate", undefined, { authorization })).status).toBe(200);
  expect((await closed.call("GET", "/api/v2beta/core/users/me/", undefined, { authorization })).status).toBe(401);
  expect(
    (await closed.call("POST", "/api/v2beta/auth/sign_in/", { username: "admin", password: PASSWORD })).status,
  ).toBe(200);
  await closed.stop();
});
