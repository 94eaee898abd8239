/** One folder, one server: beside containers, after kills, and for a server that slept while another took its place. */
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mainFile, runCommand, startServer, temporaryFolder } from "./server-process.ts";

/** Whether this user may make PID namespaces, as containers have them. */
function namespacesAllowed(): boolean {
  try {
    execFileSync("unshare", ["--pid", "--fork", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const allowed = namespacesAllowed();
const needs = allowed ? "" : " (skipped: needs the right to make a PID namespace)";

test.skipIf(!allowed)(
  `a server in another container of this machine, with the same host name, is refused${needs}`,
  async () => {
    const data = temporaryFolder();
    const inNamespace = [
      "--pid",
      "--fork",
      "--mount-proc",
      process.execPath,
      mainFile,
      "--data",
      data,
      "--port",
      "0",
      "--security",
      "off",
    ];
    const first = spawn("unshare", inNamespace, { stdio: ["ignore", "pipe", "pipe"] });
    const output = await new Promise<string>((done) => first.stdout.once("data", (bytes) => done(String(bytes))));
    expect(output).toContain(" on http://");
    const second = spawn("unshare", inNamespace, { stdio: ["ignore", "pipe", "pipe"] });
    let errors = "";
    second.stderr.on("data", (bytes) => (errors += String(bytes)));
    const code = await new Promise((done) => second.once("close", done));
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^wardex: the data directory is in use by process 1 on /),
    ]);

    // Killed from outside, as a container engine does: the next one starts at once.
    const server = childOf(first.pid ?? 0);
    const ended = new Promise((done) => first.once("close", done));
    process.kill(server, "SIGKILL");
    const third = await startServer(["--data", data]);
    expect(third.readyMs).toBeLessThan(10_000);
    expect(await third.stop()).toBe(0);
    await ended;
    expect(readdirSync(data).filter((name) => name.startsWith("node.lock"))).toEqual([]);
  },
);

test("a start right after a kill waits for the dying server instead of giving up", async () => {
  const data = temporaryFolder();
  let server = await startServer(["--data", data]);
  for (let round = 0; round < 3; round++) {
    expect((await server.call("PUT", `/t/_doc/${round}`, "{}")).status).toBe(201);
    process.kill(server.pid, "SIGKILL"); // not waited for
    server = await startServer(["--data", data]);
  }
  expect((await server.call("GET", "/t/_doc/2")).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("a server that slept while another took its folder acknowledges nothing more and ends", async () => {
  const data = temporaryFolder();
  const server = await startServer(["--data", data]);
  expect((await server.call("PUT", "/t/_doc/1", "{}")).status).toBe(201);
  process.kill(server.pid, "SIGSTOP");
  // What a server on another machine does after the time of silence.
  const lock = join(data, "node.lock");
  const other = JSON.stringify({
    ...JSON.parse(readFileSync(lock, "utf8")),
    host: "elsewhere",
    boot: "other",
    token: "other",
  });
  writeFileSync(lock, other);
  // The sleeper's last look at its lock was longer ago than it trusts.
  const stoppedMs = performance.now();
  await expect.poll(() => performance.now() - stoppedMs, { timeout: 5_000 }).toBeGreaterThan(1_100);
  const late = server.call("PUT", "/t/_doc/2", "{}").then(
    ({ status }) => status,
    () => "no answer",
  );
  process.kill(server.pid, "SIGCONT");
  expect(await late).not.toBe(201);
  expect(await server.gone).toBe(1);
  expect(server.log()).toContain("was taken over by another process");
  expect(readFileSync(lock, "utf8")).toBe(other);
});

test("a folder that cannot be written is refused in a sentence", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const result = await runCommand(["--data", join(file, "data"), "--port", "0", "--security", "off"]);
  expect([result.code, result.errors]).toEqual([
    1,
    expect.stringMatching(/^wardex: the data directory \[.*\] cannot be made or written \(ENOTDIR\)[^\n]*\n$/),
  ]);
});

function childOf(pid: number): number {
  return Number(
    execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)])
      .toString()
      .trim(),
  );
}
