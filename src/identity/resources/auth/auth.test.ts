import { beforeEach, describe, expect, test } from "vitest";
import { TestIdentity, type TestAnswer } from "../../../testing/identity/identity.ts";
import { stringOf } from "../../records/stored-values.ts";

let t: TestIdentity;
let ann: number;

beforeEach(async () => {
  t = await TestIdentity.open();
  ann = await t.user("ann", { email: "ann@example.org" });
  expect((await t.call("POST", `core/users/${ann}/set_password/`, { body: { password: "a right one" } })).status).toBe(
    204,
  );
  t.events.length = 0;
});

const signIn = (body = { username: "ann", password: "a right one" }, headers = {}): Promise<TestAnswer> =>
  t.call("POST", "auth/sign_in/", { as: null, body, headers });

/** What a browser sends afterwards. */
function browser(answer: TestAnswer): { cookie: string; "x-csrftoken": string } {
  const cookies = answer.headers["Set-Cookie"];
  if (!Array.isArray(cookies)) throw new Error("there are no cookies");
  const pairs = cookies.map((cookie) => cookie.slice(0, cookie.indexOf(";")));
  return { cookie: pairs.join("; "), "x-csrftoken": pairs[1]?.split("=")[1] ?? "" };
}

const actions = (): string[] => t.events.map((event) => event.action);

describe("signing in", () => {
  test("needs no credentials but the password, and gives a session", async () => {
    const answer = await signIn();
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { pk: ann, username: "ann", last_login: "2026-01-01T00:00:00.000Z" } },
    });
    expect(answer.headers["Set-Cookie"]).toEqual([
      expect.stringMatching(/^wardex_session=[\w-]{43}; HttpOnly; Path=\/; Max-Age=43200; SameSite=Strict$/),
      expect.stringMatching(/^wardex_csrf=[\w-]{43}; Path=\/; Max-Age=43200; SameSite=Strict$/),
    ]);
    expect(await t.call("GET", "core/users/me/", { as: null, headers: browser(answer) })).toMatchObject({
      status: 200,
      body: { username: "ann" },
    });
    expect(t.events).toMatchObject([
      {
        action: "login",
        user: { pk: ann, username: "ann" },
        context: { auth_method: "password" },
        clientIp: "10.0.0.1",
      },
    ]);
  });

  test("over TLS the cookies stay there", async () => {
    const body = { username: "ann", password: "a right one" };
    const { headers } = await t.call("POST", "auth/sign_in/", { as: null, body, secure: true });
    expect(headers["Set-Cookie"]).toHaveLength(2);
    for (const cookie of headers["Set-Cookie"] ?? []) expect(cookie).toContain("; Secure");
    const forged = await signIn(undefined, { "x-forwarded-proto": "https" });
    for (const cookie of forged.headers["Set-Cookie"] ?? []) expect(cookie).not.toContain("; Secure");
  });

  test("each time is a log-in, the first password or not", async () => {
    await signIn();
    await signIn();
    expect(actions()).toEqual(["login", "login"]);
  });

  test.each([
    [{ username: "ann", password: "a wrong one" }, { detail: "Invalid username or password." }, 401],
    [{ username: "nobody", password: "a right one" }, { detail: "Invalid username or password." }, 401],
    [{ username: "ann" }, { password: ["This field is required."] }, 400],
    [{ username: ["ann"], password: 7 }, { username: ["Not a valid string."], password: ["Not a valid string."] }, 400],
  ])("%j is refused", async (body, answer, status) => {
    expect(await t.call("POST", "auth/sign_in/", { as: null, body })).toMatchObject({ status, body: answer });
  });

  test("the key of a token is no password here", async () => {
    const key = (await t.token(ann)).slice("Bearer ".length);
    expect((await signIn({ username: "ann", password: key })).status).toBe(401);
  });

  test("failures are told with the name, and guessing ends in 429", async () => {
    for (let attempt = 0; attempt < 10; attempt++) await signIn({ username: "ann", password: `guess ${attempt}` });
    const actions = t.events.map(({ action }) => action);
    expect(actions.filter((action) => action === "login_failed")).toHaveLength(10);
    expect(actions.filter((action) => action !== "login_failed")).toEqual(["suspicious_request"]);
    expect(t.events[0]).toMatchObject({
      action: "login_failed",
      user: undefined,
      context: { username: "ann" },
      clientIp: "10.0.0.1",
    });
    expect(JSON.stringify(t.events)).not.toContain("guess");
    const refused = await signIn();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0);
  });
});

describe("a session", () => {
  test("changes something only with the token against forged requests", async () => {
    const { cookie, "x-csrftoken": token } = browser(await signIn());
    const body = { identifier: "of-a-session" };
    for (const headers of [{ cookie }, { cookie, "x-csrftoken": "x" }, { cookie, "x-csrftoken": `${token}x` }])
      expect(await t.call("POST", "core/tokens/", { as: null, body, headers })).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining("CSRF") },
      });
    expect(
      (await t.call("POST", "core/tokens/", { as: null, body, headers: { cookie, "x-csrftoken": token } })).status,
    ).toBe(201);
  });

  test("is not looked at beside other credentials", async () => {
    const { cookie } = browser(await signIn());
    expect((await t.call("GET", "core/users/me/", { as: "Bearer wrong", headers: { cookie } })).status).toBe(401);
  });

  test("ends by signing out, and the cookies with it", async () => {
    const headers = browser(await signIn());
    const out = await t.call("POST", "auth/sign_out/", { as: null, headers });
    expect(out).toMatchObject({
      status: 204,
      headers: { "Set-Cookie": [expect.stringContaining("Max-Age=0"), expect.stringContaining("Max-Age=0")] },
    });
    expect((await t.call("GET", "core/users/me/", { as: null, headers })).status).toBe(401);
    expect(actions()).toEqual(["login", "logout"]);
  });

  test("cannot be signed out of with a token", async () => {
    expect((await t.call("POST", "auth/sign_out/")).status).toBe(400);
  });

  test.each<[string, (of: number) => Promise<unknown>]>([
    [
      "another password",
      (of) => t.call("POST", `core/users/${of}/set_password/`, { body: { password: "another one" } }),
    ],
    ["a user who may not", (of) => t.call("PATCH", `core/users/${of}/`, { body: { is_active: false } })],
    ["a user who is gone", (of) => t.call("DELETE", `core/users/${of}/`)],
    ["time", () => Promise.resolve((t.clock.nowMs += 12 * 60 * 60 * 1000 + 1))],
  ])("ends with %s, at once", async (_, change) => {
    const headers = browser(await signIn());
    expect((await t.call("GET", "core/users/me/", { as: null, headers })).status).toBe(200);
    await change(ann);
    expect((await t.call("GET", "core/users/me/", { as: null, headers })).status).toBe(401);
  });

  test("a key by chance is none", async () => {
    for (const cookie of ["wardex_session=", "wardex_session=x", "wardex_session", ";=;", "a=b; wardex_session=ü"])
      expect((await t.call("GET", "core/users/me/", { as: null, headers: { cookie } })).status).toBe(401);
  });

  test("sets one's own password; a token of one's own does not", async () => {
    const headers = browser(await signIn());
    const body = { password: "of my own" };
    expect((await t.call("POST", `core/users/${ann}/set_password/`, { as: await t.token(ann), body })).status).toBe(
      403,
    );
    expect((await t.call("POST", "core/users/1/set_password/", { as: null, headers, body })).status).toBe(404);
    expect((await t.call("POST", `core/users/${ann}/set_password/`, { as: null, headers, body })).status).toBe(204);
    expect((await signIn({ username: "ann", password: "of my own" })).status).toBe(200);
  });
});

describe("a recovery link", () => {
  const link = async (): Promise<URL> =>
    new URL(stringOf((await t.call("GET", `core/users/${ann}/recovery/`)).object, "link"));

  test("shows a page, takes a password once, and signs in", async () => {
    const url = await link();
    const pagePath = url.pathname + url.search;
    expect(await t.call("GET", pagePath, { as: null })).toMatchObject({
      status: 200,
      text: expect.stringContaining("<form>"),
    });
    const body = { token: url.searchParams.get("token"), password: "a new one" };
    const [one, other] = await Promise.all([
      t.call("POST", "auth/recovery/", { as: null, body }),
      t.call("POST", "auth/recovery/", { as: null, body }),
    ]);
    expect([one.status, other.status].sort((a, b) => a - b)).toEqual([200, 404]);
    expect((await t.call("GET", pagePath, { as: null })).status).toBe(404);
    expect((await signIn({ username: "ann", password: "a new one" })).status).toBe(200);
    expect(actions()).toEqual(["secret_view", "password_set", "login", "login"]);
    expect(JSON.stringify(t.events)).not.toContain(body.token);
  });

  test("leads to where the request came in, whatever its headers say", async () => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
    };
    const { object } = await t.call("GET", `core/users/${ann}/recovery/`, { headers });
    expect(stringOf(object, "link")).toMatch(/^http:\/\/192\.0\.2\.1:9200\/api\/v2beta\/auth\/recovery\/\?token=/);
  });

  test("ends after a day, and is no API token", async () => {
    const key = (await link()).searchParams.get("token");
    expect((await t.call("GET", "core/users/me/", { as: `Bearer ${key}` })).status).toBe(401);
    t.clock.nowMs += 24 * 60 * 60 * 1000 + 1;
    expect((await t.call("POST", "auth/recovery/", { as: null, body: { token: key, password: "x" } })).status).toBe(
      404,
    );
  });

  test("is made by those who hold the permission", async () => {
    expect((await t.call("GET", `core/users/${ann}/recovery/`, { as: await t.token(ann) })).status).toBe(403);
  });
});

describe("pages", () => {
  test("ask browsers for a password, and programs for a key", async () => {
    const page = await t.call("GET", "reference/", { as: null, headers: { accept: "text/html,*/*" } });
    expect(page).toMatchObject({
      status: 401,
      headers: { "WWW-Authenticate": ["Bearer", 'Basic realm="wardex", charset="UTF-8"'] },
    });
    const script = await t.call("GET", "reference/", {
      as: null,
      headers: { accept: "text/html,*/*", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" },
    });
    expect(script).toMatchObject({ status: 401, headers: { "WWW-Authenticate": "Bearer" } });
    expect((await t.call("GET", "reference/", { as: null })).headers["WWW-Authenticate"]).toBe("Bearer");
  });

  test("load nothing from elsewhere, and run nothing but their own", async () => {
    const reference = await t.call("GET", "reference/");
    expect(reference.text).toContain("core_users_list");
    expect(reference.text).not.toMatch(/(src|href)="https?:/);
    expect(reference.headers["Content-Security-Policy"]).toContain("default-src 'none'");
  });
});
