import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer, temporaryFolder } from "./server-process.ts";

/**
 * Named pipes where a shard writes its next manifest first: whoever opens one for writing waits for a reader, as for a
 * disk that hangs.
 */
function hangManifest(shard: string): void {
  execFileSync(
    "mkfifo",
    Array.from({ length: 200 }, (_, number) => join(shard, `manifest-2.${number}.tmp`)),
  );
}

test.skipIf(process.platform === "win32")(
  "a disk that hangs keeps the server from ending in order, but not from ending, and nothing acknowledged is lost",
  async () => {
    const data = temporaryFolder();
    const server = await startServer(["--data", data, "--shutdown-grace", "4s"]);
    await server.call("PUT", "/t/_doc/0", { a: 0 });
    expect((await server.call("POST", "/t/_flush")).status).toBe(200);
    expect((await server.call("PUT", "/t/_doc/1", { a: 1 })).status).toBe(201);
    const { uuid } = (await server.call("GET", "/_cat/indices/t?format=json&h=uuid")).body[0];
    hangManifest(join(data, "indices", uuid, "0"));
    const startedMs = performance.now();
    expect(await server.stop()).toBe("SIGKILL");
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    expect(server.log()).toMatch(/not ended after 4 s, giving up; still waited for: the flush of all shards/);
    expect(server.log()).toMatch(/closing \[t\] is not done after \d s; \[t\]\[0\]: a flush writes its files/);
    const again = await startServer(["--data", data]);
    expect((await again.call("GET", "/t/_doc/1")).body).toMatchObject({ found: true, _source: { a: 1 } });
    await again.kill();
  },
);
