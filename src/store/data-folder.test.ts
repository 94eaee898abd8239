import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryDataFolder, openDataFolder } from "./data-folder.ts";
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
  const holder = (more: object): string => JSON.stringify({ pid: process.pid, started: "boot/1", host: "here", token: "t", ...more });

  test("the node keeps its id, and the lock is given back", async () => {
    const first = await open();
    expect(first.nodeId).toMatch(/^[\w-]{22}$/);
    first.close();
    expect(existsSync(lock)).toBe(false);
    const second = await open();
    expect(second.nodeId).toBe(first.nodeId);
    second.close();
  });

  // Only Linux tells when a process started; elsewhere a live pid is taken for the holder.
  const linux = test.skipIf(process.platform !== "linux");

  linux("a second engine is refused, in this process and beside another one that lives", async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(`in use by process ${process.pid}`);
    first.close();
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    const started = `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${stat[19]}`;
    writeLock(holder({ pid: child.pid, started }));
    await expect(open({ host: "here" })).rejects.toThrow(`in use by process ${child.pid}`);
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
    (await open({ host: "here" })).close();
  });

  linux("a lock of a process that died is taken over, also when another one has its number now", async () => {
    writeLock(holder({ pid: process.pid, started: "another-boot/123" }));
    (await open({ host: "here" })).close();
    writeLock(holder({ pid: 2 ** 22 + 5 }));
    (await open({ host: "here" })).close();
  });

  test("a lock that a crash cut short, and a take-over that a crash cut short, are nobody's", async () => {
    writeLock('{"pid":12');
    mkdirSync(`${lock}.takeover`);
    utimesSync(`${lock}.takeover`, new Date(0), new Date(0));
    (await open()).close();
  });

  linux("of many that find a dead lock at once exactly one gets it", async () => {
    writeLock(holder({ started: "another-boot/1" }));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => open({ host: "here" })));
    const won = results.filter((result) => result.status === "fulfilled");
    expect(won.length).toBe(1);
    for (const result of won) result.value.close();
  });

  test("a holder on another machine counts as dead only when it falls silent", async () => {
    const elsewhere = await open({ host: "elsewhere", beatMs: 20 });
    await expect(open({ host: "here", silenceMs: 500 })).rejects.toThrow("on [elsewhere]");
    elsewhere.close();
    writeLock(holder({ host: "elsewhere" }));
    (await open({ host: "here", silenceMs: 100 })).close();
  });

  test("a directory of an unknown format is refused, and one whose node file is damaged", async () => {
    const files = new DirectoryFiles(join(root, "data"));
    await files.replace("node", seal(Buffer.from('{"format":2,"nodeId":"x"}'), 1));
    await expect(open()).rejects.toThrow("has format 2");
    await files.replace("node", Buffer.from("garbage"));
    await expect(open()).rejects.toThrow("is damaged");
    expect(existsSync(lock)).toBe(false);
  });

  test("a folder in memory touches no disk", async () => {
    const folder = memoryDataFolder();
    await folder.files.replace("x", new Uint8Array(3));
    expect([folder.path, folder.files.exists("x"), folder.nodeId.length]).toEqual([":memory:", true, 22]);
    folder.close();
  });
});
