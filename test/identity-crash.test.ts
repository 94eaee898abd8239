/**
 * Kills the server while identity records change, and looks for what was acknowledged: all of it, and nothing in
 * halves.
 */
import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const ROUNDS = 5;
const WRITERS = 8;
const admin = { authorization: "Bearer an-administrators-token" };

/** What is known of a user: acknowledged, or sent and never answered. */
interface Known {
  acknowledged: boolean;
  pk?: number;
  /** Names that were acknowledged and the one that may have been written since. */
  name: string;
  maybe?: string;
  token?: string;
}

const start = (data: string): Promise<ServerProcess> =>
  startServer(["--security", "on", "--data", data, "--threads", "0"], {
    WARDEX_ADMIN_TOKEN: "an-administrators-token",
    WARDEX_ADMIN_PASSWORD: "not by chance",
  });

/** Makes users, renames them and gives them tokens until the server is gone. */
async function write(server: ServerProcess, known: Map<string, Known>, prefix: string): Promise<void> {
  const post = (path: string, body: unknown, method = "POST"): ReturnType<ServerProcess["call"]> =>
    server.call(method, `/api/v2beta/${path}`, body, admin);
  try {
    for (let number = 0; ; number++) {
      const username = `${prefix}-${number}`;
      const user: Known = { acknowledged: false, name: "first" };
      known.set(username, user);
      const made = await post("core/users/", { username, name: user.name });
      expect(made.status, made.text).toBe(201);
      user.acknowledged = true;
      user.pk = made.body.pk;
      user.maybe = `second ${number}`;
      expect((await post(`core/users/${made.body.pk}/`, { name: user.maybe, username }, "PATCH")).status).toBe(200);
      user.name = user.maybe;
      expect(
        (await post("core/tokens/", { identifier: `of-${username}`, user: made.body.pk, expiring: false })).status,
      ).toBe(201);
      user.token = `of-${username}`;
    }
  } catch (error) {
    if (!(error instanceof TypeError) && !String(error).includes("abort")) throw error;
  }
}

test(
  "every acknowledged user, name and token survives kill -9, and names stay unique",
  { timeout: 180_000 },
  async () => {
    const data = temporaryFolder();
    const known = new Map<string, Known>();
    const numbers = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const server = await start(data);
      const writers = Array.from({ length: WRITERS }, (_, at) => write(server, known, `round${round}-writer${at}`));
      await new Promise((resolve) => setTimeout(resolve, randomInt(300, 1200)));
      await server.kill();
      await Promise.all(writers);
    }
    const server = await start(data);
    const list = await server.call("GET", "/api/v2beta/core/users/?page_size=1000", undefined, admin);
    const there = new Map<string, { pk: number; name: string }>();
    for (let page = 1; page <= Math.ceil(list.body.count / 1000); page++) {
      const { results } = (
        await server.call("GET", `/api/v2beta/core/users/?page_size=1000&page=${page}`, undefined, admin)
      ).body;
      for (const user of results) {
        expect(there.has(user.username), user.username).toBe(false);
        expect(numbers.has(user.pk)).toBe(false);
        numbers.add(user.pk);
        there.set(user.username, user);
      }
    }
    expect([...known.values()].filter((user) => user.acknowledged).length).toBeGreaterThan(10);
    for (const [username, { acknowledged, pk, name, maybe, token }] of known) {
      const user = there.get(username);
      if (acknowledged)
        expect(user).toMatchObject({ pk, name: expect.toSatisfy((now: string) => now === name || now === maybe) });
      if (token !== undefined)
        expect((await server.call("GET", `/api/v2beta/core/tokens/${token}/view_key/`, undefined, admin)).status).toBe(
          200,
        );
      // What was never answered is there with its name, or not there and its name is free.
      if (acknowledged) continue;
      expect((await server.call("POST", "/api/v2beta/core/users/", { username, name: "again" }, admin)).status).toBe(
        user ? 400 : 201,
      );
    }
    await server.stop();
  },
);
