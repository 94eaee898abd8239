import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { RequestError } from "../compat/errors.ts";
import { CachingAuthenticator } from "./caching-authenticator.ts";
import type { CredentialDirectory, PasswordHolder, Verified } from "./credential-directory.ts";
import { hashPassword } from "./password-hash.ts";
import type { Principal } from "./principal.ts";
import { unsecuredPrincipal } from "./superuser.ts";

const CHEAP = { logN: 4, blockSize: 1, parallelism: 1 };
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const basic = (user: string, password: string): { authorization: string } => ({
  authorization: `Basic ${base64(`${user}:${password}`)}`,
});
const as = (username: string, authentication: Principal["authentication"]): Principal => ({
  ...unsecuredPrincipal,
  username,
  authentication,
});

/** One user (`ann`, password `right`) and one token (key `k3y`, id `t1`). */
class TestDirectory implements CredentialDirectory {
  epoch = 0;
  lookups = 0;
  used: string[] = [];
  refusals: (string | undefined)[] = [];
  readonly throttlings: string[] = [];
  readonly unseenAttempts: [number, string | undefined, string][] = [];
  passwordHash = "";
  validUntilMs: number | undefined;
  keyIsValid = true;

  async findKey(key: string, id: string | undefined): Promise<Verified | undefined> {
    this.lookups++;
    return this.keyIsValid && key === "k3y" && (id ?? "t1") === "t1"
      ? { principal: as("owner", "token"), validUntilMs: this.validUntilMs }
      : undefined;
  }

  async findAppPassword(username: string, password: string): Promise<Verified | undefined> {
    return username === "ann" && password === "of an app"
      ? { principal: as("ann", "token"), validUntilMs: undefined }
      : undefined;
  }

  async findUser(username: string): Promise<PasswordHolder | undefined> {
    return username === "ann"
      ? { principal: as("ann", "password"), validUntilMs: undefined, passwordHash: this.passwordHash }
      : undefined;
  }

  async findSession(key: string): Promise<Verified | undefined> {
    this.lookups++;
    return key === "s3ss10n" ? { principal: as("ann", "session"), validUntilMs: this.validUntilMs } : undefined;
  }

  csrfOf(sessionKey: string): string {
    return `csrf of ${sessionKey}`;
  }

  passwordUsed(principal: Principal): void {
    this.used.push(principal.username);
  }

  refused(username: string | undefined): void {
    this.refusals.push(username);
  }

  throttled(username: string): void {
    this.throttlings.push(username);
  }

  unseen(count: number, username: string | undefined, clientAddress: string): void {
    this.unseenAttempts.push([count, username, clientAddress]);
  }
}

let directory: TestDirectory;
let nowMs: number;
/** How far the wall clock was set forward, or back. */
let wallMs: number;
let authenticator: CachingAuthenticator;

beforeEach(async () => {
  directory = new TestDirectory();
  directory.passwordHash = await hashPassword("right", CHEAP);
  nowMs = 1e12;
  wallMs = 0;
  authenticator = new CachingAuthenticator(
    directory,
    { now: () => nowMs + wallMs, monotonicMs: () => nowMs },
    { passwordCost: CHEAP },
  );
});

const nameOf = async (headers: Record<string, string>, options = {}): Promise<string | undefined> =>
  (await authenticator.authenticate(headers, "1.2.3.4", options))?.username;

describe("credentials", () => {
  test.each([
    ["Bearer k3y", "owner"],
    [`ApiKey ${base64("t1:k3y")}`, "owner"],
    [`Basic ${base64("anything:k3y")}`, "owner"],
    [`Basic ${base64("k3y")}`, "owner"],
    ["k3y", "owner"],
    [`Basic ${base64("ann:right")}`, "ann"],
    [`Basic ${base64("ann:of an app")}`, "ann"],
    [`Basic ${base64("ann:k3y")}`, "owner"],
  ])("%s is %s", async (authorization, name) => {
    expect(await nameOf({ authorization })).toBe(name);
  });

  test.each([
    "Bearer nope",
    `ApiKey ${base64("t2:k3y")}`,
    `Basic ${base64("ann:wrong")}`,
    `Basic ${base64("bob:right")}`,
    `Basic ${base64("bob:of an app")}`,
    "nope",
  ])("%s is refused", async (authorization) => {
    await expect(nameOf({ authorization })).rejects.toMatchObject({ status: 401, type: "security_exception" });
  });

  test("none are no caller", async () => {
    expect(await nameOf({})).toBeUndefined();
  });

  test("passwords can be turned off, keys stay; the cache keeps both apart", async () => {
    expect(await nameOf(basic("ann", "right"))).toBe("ann");
    await expect(nameOf(basic("ann", "right"), { passwords: false })).rejects.toMatchObject({ status: 401 });
    expect(await nameOf(basic("x", "k3y"), { passwords: false })).toBe("owner");
  });

  test("any header is a principal, nobody or a refusal", async () => {
    const scheme = fc.constantFrom("Basic", "Bearer", "ApiKey", "");
    const rest = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.base64String());
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.tuple(scheme, rest).map(([word, text]) => `${word} ${text}`),
          fc.array(fc.string()),
          fc.constant(undefined),
        ),
        async (authorization) => {
          const fresh = new CachingAuthenticator(new TestDirectory(), { now: () => 0, monotonicMs: () => 0 });
          try {
            await fresh.authenticate({ authorization }, "a", { passwords: false });
          } catch (error) {
            expect(error).toBeInstanceOf(RequestError);
            expect([401, 429]).toContain((error as RequestError).status);
          }
        },
      ),
    );
  });
});

describe("the cache", () => {
  const key = { authorization: "Bearer k3y" };

  test("spares the look-up until a record changes", async () => {
    await nameOf(key);
    await nameOf(key);
    expect(directory.lookups).toBe(1);
    directory.epoch++;
    directory.keyIsValid = false;
    await expect(nameOf(key)).rejects.toMatchObject({ status: 401 });
  });

  test("keeps nothing that was read before a change ended", async () => {
    const findKey = directory.findKey.bind(directory);
    directory.findKey = async (...given) => {
      const found = await findKey(...given);
      directory.epoch++; // A change while the look-up runs.
      return found;
    };
    await nameOf(key);
    directory.keyIsValid = false;
    await expect(nameOf(key)).rejects.toMatchObject({ status: 401 });
  });

  test("ends with the credentials, and after a minute", async () => {
    directory.validUntilMs = nowMs + 10;
    await nameOf(key);
    nowMs += 10;
    await nameOf(key);
    expect(directory.lookups).toBe(2);
    directory.validUntilMs = undefined;
    directory.epoch++;
    await nameOf(key);
    nowMs += 60_000;
    await nameOf(key);
    expect(directory.lookups).toBe(4);
  });

  test("lasts no longer than a minute when the wall clock is set back, and not beyond what is stored when it is set forward", async () => {
    await nameOf(key);
    wallMs -= 86_400_000;
    nowMs += 60_000;
    await nameOf(key);
    expect(directory.lookups).toBe(2);
    directory.validUntilMs = nowMs + wallMs + 30_000;
    directory.epoch++;
    await nameOf(key);
    wallMs += 30_000;
    await nameOf(key);
    expect(directory.lookups).toBe(4);
  });

  test("a password costs one hash, is told of once, and anew after it changed", async () => {
    await Promise.all(Array.from({ length: 50 }, () => nameOf(basic("ann", "right"))));
    directory.epoch++;
    await nameOf(basic("ann", "right"));
    expect(directory.used).toEqual(["ann"]);
    directory.passwordHash = await hashPassword("other", CHEAP);
    directory.epoch++;
    await expect(nameOf(basic("ann", "right"))).rejects.toMatchObject({ status: 401 });
  });
});

describe("throttling", () => {
  test("after ten wrong passwords the right one waits too, at that address alone, for a minute", async () => {
    for (let at = 0; at < 10; at++)
      await expect(nameOf(basic("ann", `wrong ${at}`))).rejects.toMatchObject({ status: 401 });
    await expect(nameOf(basic("ann", "right"))).rejects.toMatchObject({ status: 429 });
    expect(directory.throttlings).toEqual(["ann"]);
    expect((await authenticator.authenticate(basic("ann", "right"), "5.6.7.8"))?.username).toBe("ann");
    expect(directory.refusals).toHaveLength(10);
    nowMs += 60_000;
    expect(await nameOf(basic("ann", "right"))).toBe("ann");
  });

  test("who is verified already is not held up", async () => {
    await nameOf(basic("ann", "right"));
    for (let at = 0; at < 10; at++)
      await expect(nameOf(basic("ann", `wrong ${at}`))).rejects.toMatchObject({ status: 401 });
    expect(await nameOf(basic("ann", "right"))).toBe("ann");
  });

  test("counts attempts before they are looked at: of sixty at once ten are hashed, and all others refused unseen and told of once", async () => {
    const hashed: string[] = [];
    const later: (() => void)[] = [];
    const verify = async (password: string): Promise<boolean> => {
      await new Promise((resolve) => setImmediate(resolve));
      return hashed.push(password) === 0;
    };
    const counting = new CachingAuthenticator(
      directory,
      { now: () => nowMs, monotonicMs: () => nowMs },
      { verify, later: (_afterMs, work) => later.push(work) },
    );
    const guess = (at: number): Promise<unknown> => counting.authenticate(basic("ann", `wrong ${at}`), "1.2.3.4");
    const ended = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => guess(at)));
    const statuses = ended.map((one) => (one.status === "rejected" ? (one.reason as RequestError).status : 200));
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([10, 50]);
    expect(hashed).toHaveLength(10);
    for (const work of later) work();
    expect(directory.unseenAttempts).toEqual([[50, "ann", "1.2.3.4"]]);
    expect(directory.throttlings).toEqual(["ann"]);
  });

  test("counts the same wrong password once for each request, though it is hashed once; the right one never", async () => {
    const wrong = await Promise.allSettled(Array.from({ length: 60 }, () => nameOf(basic("ann", "wrong"))));
    const statuses = wrong.map((one) => (one.status === "rejected" ? (one.reason as RequestError).status : 200));
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([10, 50]);
    nowMs += 60_000;
    expect(new Set(await Promise.all(Array.from({ length: 60 }, () => nameOf(basic("ann", "right")))))).toEqual(
      new Set(["ann"]),
    );
    expect(directory.throttlings).toEqual(["ann"]);
  });

  test("tells an address nothing of what another one showed", async () => {
    await authenticator.authenticate(basic("ann", "right"), "5.6.7.8");
    for (let at = 0; at < 10; at++)
      await expect(nameOf(basic("ann", `wrong ${at}`))).rejects.toMatchObject({ status: 401 });
    await expect(nameOf(basic("ann", "right"))).rejects.toMatchObject({ status: 429 });
    expect((await authenticator.authenticate(basic("ann", "right"), "5.6.7.8"))?.username).toBe("ann");
  });

  test("names the turn of each hash: where it came from, for whom, and whether the address is known", async () => {
    const turns: unknown[] = [];
    const verify = (password: string, _text: string, turn: unknown): Promise<boolean> => {
      turns.push(turn);
      return Promise.resolve(password === "right");
    };
    const asking = new CachingAuthenticator(directory, { now: () => nowMs, monotonicMs: () => nowMs }, { verify });
    await asking.verifyPassword("ann", "right", "2001:db8::1");
    await asking.verifyPassword("ann", "wrong", "2001:db8::2");
    nowMs += 24 * 60 * 60 * 1000;
    await asking.verifyPassword("ann", "wrong", "2001:db8::2");
    await asking.verifyPassword("nobody", "wrong", "1.2.3.4");
    expect(turns).toEqual([
      { address: "2001:db8::", username: "ann", known: false },
      { address: "2001:db8::", username: "ann", known: true },
      { address: "2001:db8::", username: "ann", known: false },
      { address: "1.2.3.4", username: "nobody", known: false },
    ]);
  });

  test("of attempts that there was no room to look at counts nothing", async () => {
    const verify = (): Promise<boolean> => Promise.reject(new RequestError(429, "security_exception", "full"));
    const full = new CachingAuthenticator(directory, { now: () => nowMs, monotonicMs: () => nowMs }, { verify });
    for (let at = 0; at < 50; at++)
      await expect(full.authenticate(basic("ann", `guess ${at}`), "1.2.3.4")).rejects.toMatchObject({
        message: "full",
      });
    expect(directory.throttlings).toEqual([]);
  });

  test("wrong keys hold nobody up", async () => {
    for (let at = 0; at < 200; at++)
      await expect(nameOf({ authorization: `Bearer x${at}` })).rejects.toMatchObject({ status: 401 });
    expect(await nameOf({ authorization: "Bearer k3y" })).toBe("owner");
    expect(await nameOf(basic("ann", "right"))).toBe("ann");
  });
});
