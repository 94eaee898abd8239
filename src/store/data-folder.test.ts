import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryDataFolder, openDataFolder, openLeasedFiles } from "./data-folder.ts";
import { DirectoryFiles } from "./directory-files.ts";
import { seal } from "./sealed-file.ts";

describe("the data folder", () => {
  let root: string;
  let lock: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "wardex-data-"));
    lock = join(root, "data", "node.lock");
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const open = (options = {}): ReturnType<typeof openDataFolder> => openDataFolder(join(root, "data"), options);
  const writeLock = (text: string): void => {
    mkdirSync(join(root, "data"), { recursive: true });
    writeFileSync(lock, text);
  };
  const boot = readBootId();
  const holder = (more: object): string =>
    JSON.stringify({
      pid: process.pid,
      started: "1",
      host: "here",
      boot,
      pidNamespace: null,
      socket: false,
      token: "t",
      ...more,
    });
  const here = { host: "here" };

  test("the node keeps its id, and the lock is released", async () => {
    const first = await open();
    expect(first.nodeId).toMatch(/^[\w-]{22}$/);
    first.close();
    expect(existsSync(lock)).toBe(false);
    const second = await open();
    expect(second.nodeId).toBe(first.nodeId);
    second.close();
  });

  // Only Linux reports when a process started; elsewhere any live process with that pid counts as the holder.
  const linux = test.skipIf(process.platform !== "linux");

  linux("a second engine is refused, in this process and beside another one that lives", async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(`in use by process ${process.pid}`);
    first.close();
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    writeLock(holder({ pid: child.pid, started: stat[19] }));
    await expect(open({ self: here, patienceMs: 100 })).rejects.toThrow(`in use by process ${child.pid}`);
    // The lock format of earlier versions.
    writeLock(JSON.stringify({ pid: child.pid, started: `${boot}/${stat[19]}`, host: "here", token: "t" }));
    await expect(open({ self: here, patienceMs: 100 })).rejects.toThrow(`in use by process ${child.pid}`);
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
    (await open({ self: here })).close();
  });

  linux("a holder that is dying is waited for", async () => {
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    writeLock(holder({ pid: child.pid, started: stat[19] }));
    const opening = open({ self: here });
    child.kill("SIGKILL");
    (await opening).close();
  });

  linux("a process that ended and was not collected by its parent holds nothing", async () => {
    // The shell starts a child, then replaces itself with a program that never waits for the child.
    const parent = spawn("sh", ["-c", "sleep 0.05 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    const pid = Number(await new Promise((done) => parent.stdout.once("data", (bytes) => done(String(bytes)))));
    const stat = (): string[] => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    const started = stat()[19];
    await expect.poll(() => stat()[0]).toBe("Z");
    writeLock(holder({ pid, started }));
    (await open({ self: here, patienceMs: 100 })).close();
    parent.kill("SIGKILL");
  });

  linux(
    "a holder in another container of this machine is asked by its socket, whatever its pid means here",
    async () => {
      const first = await open({ self: { host: "same", pid: 1, pidNamespace: "pid:[1]" } });
      const elsewhere = { self: { host: "same", pid: 1, pidNamespace: "pid:[2]" }, silenceMs: 50, patienceMs: 50 };
      await expect(open(elsewhere)).rejects.toThrow("in use by process 1 on [same]");
      first.close();
      (await open(elsewhere)).close();
    },
  );

  linux("a paused holder keeps its lock, and a killed one loses it at once", async () => {
    const script = `import { createServer } from "node:net"; import { writeFileSync } from "node:fs";
      createServer((c) => c.end("tttttttt")).listen(process.argv[1] + ".tttttttt.socket", () => {
        writeFileSync(process.argv[1], process.argv[2]); console.log("ready"); });`;
    mkdirSync(join(root, "data"), { recursive: true });
    const text = holder({ pid: 1, pidNamespace: "pid:[1]", socket: true, token: "tttttttt" });
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, lock, text], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((done) => child.stdout.once("data", done));
    await expect(open({ self: here })).rejects.toThrow("in use by process 1");
    child.kill("SIGSTOP");
    await expect(open({ self: here, silenceMs: 10, patienceMs: 200 })).rejects.toThrow("in use by process 1");
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
    (await open({ self: here, silenceMs: 60_000 })).close();
    expect(readdirSync(join(root, "data")).filter((name) => name.includes("socket"))).toEqual([]);
  });

  test("a path too long for a socket name is locked all the same", async () => {
    const deep = join(root, "d".repeat(120));
    const first = await openDataFolder(deep);
    await expect(openDataFolder(deep)).rejects.toThrow("in use");
    first.close();
    (await openDataFolder(deep)).close();
  });

  test("a process that lost the lock changes nothing any more, and exits", async () => {
    const lost: string[] = [];
    const first = await open({
      self: { host: "elsewhere", boot: "other" },
      beatMs: 10,
      onLost: (error: Error) => lost.push(error.message),
    });
    const files = openLeasedFiles(first.path, first.terms!, (error) => lost.push(error.message));
    const file = files.open("log/1");
    file.append([Buffer.from("mine")]);
    writeLock(holder({}));
    await expect.poll(() => lost.length).toBe(1);
    expect(lost[0]).toContain("was taken over by another process");
    for (const change of [
      () => first.files.remove("x"),
      () => first.files.open("y"),
      () => first.files.rename("a", "b"),
    ]) {
      expect(change).toThrow("the data directory was taken over");
    }
    await expect(first.files.replace("state", Buffer.from("mine"))).rejects.toThrow(
      "the data directory was taken over",
    );
    // The other thread checked the lock a moment ago; it checks again only after FRESH_MS.
    await expect
      .poll(() => thrown(() => file.append([Buffer.from("x")])), { timeout: 5_000 })
      .toContain("was taken over");
    await expect(file.sync()).rejects.toThrow("was taken over");
    expect(lost.length).toBe(2);
    file.close();
    first.close();
    expect(readFileSync(lock, "utf8")).toBe(holder({}));
  });

  linux("a lock of a process that died is taken over, also when another one has its number now", async () => {
    writeLock(holder({ started: "123" }));
    (await open({ self: here })).close();
    writeLock(holder({ pid: 2 ** 22 + 5 }));
    (await open({ self: here })).close();
  });

  test("a lock or a take-over that a crash cut short belongs to nobody", async () => {
    writeLock('{"pid":12');
    mkdirSync(`${lock}.takeover`);
    utimesSync(`${lock}.takeover`, new Date(0), new Date(0));
    (await open()).close();
  });

  linux("of many that find a dead lock at once exactly one gets it", async () => {
    writeLock(holder({}));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => open({ self: here })));
    const won = results.filter((result) => result.status === "fulfilled");
    expect(won.length).toBe(1);
    for (const result of won) result.value.close();
  });

  test("a holder on another machine counts as dead only once it is silent", async () => {
    const elsewhere = await open({ self: { host: "elsewhere", boot: "other" }, beatMs: 20 });
    await expect(open({ self: here, silenceMs: 500 })).rejects.toThrow("on [elsewhere]");
    elsewhere.close();
    // Two machines may have the same host name; the kernel's boot id tells them apart.
    writeLock(holder({ boot: "other" }));
    (await open({ self: here, silenceMs: 100 })).close();
    writeLock(holder({ boot: "other" }));
    utimesSync(lock, new Date(0), new Date(0));
    (await open({ self: here, silenceMs: 60_000 })).close();
  });

  test("a directory of an unknown format is rejected, as is one whose node file is damaged", async () => {
    const files = new DirectoryFiles(join(root, "data"));
    await files.replace("node", seal(Buffer.from('{"format":2,"nodeId":"x"}'), 1));
    await expect(open()).rejects.toThrow("has format 2");
    await files.replace("node", Buffer.from("garbage"));
    await expect(open()).rejects.toThrow("is damaged");
    expect(existsSync(lock)).toBe(false);
  });

  test.each(["node", "node.mirror"])("a damaged bit in [%s] is made good from the copy", async (name) => {
    const first = await open();
    first.close();
    const good = first.files.read(name);
    const bad = good.slice();
    bad[60]! ^= 4;
    await first.files.replace(name, bad);
    const second = await open();
    expect(second.nodeId).toBe(first.nodeId);
    expect(second.files.read(name)).toEqual(good);
    second.close();
    first.files.remove(name);
    const third = await open();
    expect(third.nodeId).toBe(first.nodeId);
    third.close();
  });

  test("a folder in memory touches no disk", async () => {
    const folder = memoryDataFolder();
    await folder.files.replace("x", new Uint8Array(3));
    expect(folder.terms).toBeUndefined();
    expect([folder.path, folder.files.exists("x"), folder.nodeId.length]).toEqual([":memory:", true, 22]);
    folder.close();
  });
});

/** The message of the error that the call throws; empty when it throws none. */
function thrown(call: () => void): string {
  try {
    call();
    return "";
  } catch (error) {
    return String(error);
  }
}

function readBootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}
