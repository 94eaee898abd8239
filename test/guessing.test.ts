/** Guessing passwords of a running server: how many are looked at, who waits for whom, and what the trail tells. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type ServerProcess, startServer } from "./server-process.ts";

const PASSWORD = "correct horse battery";
const GUESSER = "203.0.113.9";
const admin = { authorization: "Bearer an-administrators-token" };
let server: ServerProcess;

beforeAll(async () => {
  const environment = { WARDEX_ADMIN_PASSWORD: PASSWORD, WARDEX_ADMIN_TOKEN: "an-administrators-token" };
  // Here the proxy is this process, so that clients have addresses of their own.
  server = await startServer(["--security", "on", "--trusted-proxies", "127.0.0.1"], environment);
});
afterAll(() => server.stop());

const basic = (username: string, password: string, from: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
  "x-forwarded-for": from,
});

const signIn = (from: string): Promise<Answer> =>
  server.call(
    "POST",
    "/api/v2beta/auth/sign_in/",
    { username: "admin", password: PASSWORD },
    { "x-forwarded-for": from },
  );

/** Names that nobody has cost as much as one; more of them with `npm run deep`. */
const NAMES = process.env["WARDEX_DEEP"] ? 120 : 6;

test("of sixty wrong passwords at once ten are looked at, and who knows the right one waits for few of them", async () => {
  const statuses: number[] = [];
  const looked = (): number => statuses.filter((status) => status === 401).length;
  const guess = async (username: string, password: string): Promise<unknown> =>
    statuses.push((await server.call("GET", "/", undefined, basic(username, password, GUESSER))).status);
  const guesses = Array.from({ length: 60 }, (_, at) => guess("admin", `wrong ${at}`));
  await expect.poll(() => statuses.filter((status) => status === 429).length, { timeout: 60_000 }).toBe(50);
  guesses.push(...Array.from({ length: NAMES }, (_, at) => guess(`user${at}`, "wrong")));
  const before = looked();
  expect((await signIn("198.51.100.7")).status).toBe(200);
  expect(looked() - before).toBeLessThanOrEqual(6);
  await Promise.all(guesses);
  expect(looked()).toBeLessThanOrEqual(10 + NAMES);
  const failed = await server.call(
    "GET",
    "/api/v2beta/events/events/?action=login_failed&page_size=500",
    undefined,
    admin,
  );
  const tried = failed.body.results.filter(
    (event: { context: { username: string } }) => event.context.username === "admin",
  );
  expect(tried).toHaveLength(10);
  expect(new Set(tried.map((event: { client_ip: string }) => event.client_ip))).toEqual(new Set([GUESSER]));
});

test("a client that is no trusted proxy cannot say who it is", async () => {
  const plain = await startServer(["--security", "on"], {
    WARDEX_ADMIN_PASSWORD: PASSWORD,
    WARDEX_ADMIN_TOKEN: "an-administrators-token",
  });
  expect((await plain.call("GET", "/", undefined, basic("admin", "wrong", "192.0.2.1"))).status).toBe(401);
  expect(
    (
      await plain.call("PUT", "/towns", undefined, {
        ...admin,
        "x-forwarded-for": "192.0.2.1",
        "x-real-ip": "192.0.2.1",
      })
    ).status,
  ).toBe(200);
  const { results } = (await plain.call("GET", "/api/v2beta/events/events/?page_size=100", undefined, admin)).body;
  const told: { action: string; client_ip: string | null }[] = results;
  expect(told.map(({ action, client_ip }) => `${action} ${client_ip}`)).toEqual([
    "model_created 127.0.0.1",
    "login_failed 127.0.0.1",
  ]);
  await plain.stop();
});
