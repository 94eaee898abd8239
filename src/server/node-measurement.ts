/** What the node is and uses, measured when asked. */
import { readdirSync, readFileSync, statfsSync } from "node:fs";
import { cpus, freemem, loadavg, totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { NODE_ATTRIBUTES } from "../api/stats/node-header.ts";
import type { NodeInfo, NodeMeasurement, ThreadTime } from "../api/stats/node-info.ts";
import { randomUuid, systemClock } from "../core/clock.ts";
import { PRODUCT_VERSION } from "./product-version.ts";

/** The version that clients match on. */
export const COMPATIBLE_VERSION = "8.19.0";

/** Facts that do not change while the node runs. */
export interface NodeFacts {
  readonly name: string;
  readonly id: string;
  readonly host: string;
  /** Where it listens, as soon as it does. */
  readonly socket: () => { readonly port: number; readonly isEncrypted: boolean };
  readonly startedMs: number;
  /** Folder of the data; undefined in memory. */
  readonly dataPath: string | undefined;
  /** All of them when absent. */
  readonly roles?: readonly string[] | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
}

/** Measures the CPU share since the measurement before. */
class CpuMeter {
  #usage = process.cpuUsage();
  #at = process.hrtime.bigint();
  #percent = 0;

  percent(): number {
    const now = process.hrtime.bigint();
    const elapsedMicros = Number(now - this.#at) / 1000;
    if (elapsedMicros < 100_000) return this.#percent; // too short to say anything
    const used = process.cpuUsage(this.#usage);
    this.#percent = Math.min(100, Math.round((100 * (used.user + used.system)) / (elapsedMicros * cpus().length)));
    this.#usage = process.cpuUsage();
    this.#at = now;
    return this.#percent;
  }
}

/** The node's view of itself. */
export function nodeInfo(facts: NodeFacts): NodeInfo {
  const meter = new CpuMeter();
  const sinceMs = systemClock.monotonicMs();
  return {
    name: facts.name,
    id: facts.id,
    ephemeralId: randomUuid(),
    version: COMPATIBLE_VERSION,
    productVersion: PRODUCT_VERSION,
    host: facts.host,
    ip: facts.host === "localhost" ? "127.0.0.1" : facts.host,
    get httpPort() {
      return facts.socket().port;
    },
    get isEncrypted() {
      return facts.socket().isEncrypted;
    },
    startedMs: facts.startedMs,
    uptimeMs: () => Math.floor(systemClock.monotonicMs() - sinceMs),
    roles: facts.roles ?? ["data", "data_content", "ingest", "master"],
    attributes: { ...facts.attributes, ...NODE_ATTRIBUTES },
    dataPath: facts.dataPath,
    measure: () => measure(meter, facts.dataPath),
    threadTimes,
  };
}

function measure(meter: CpuMeter, dataPath: string | undefined): NodeMeasurement {
  const heap = getHeapStatistics();
  const disk = diskSpace(dataPath);
  const [one = 0, five = 0, fifteen = 0] = loadavg();
  const { arrayBuffers, external } = process.memoryUsage();
  const status = processFile("status");
  return {
    residentBytes: process.memoryUsage.rss(),
    virtualBytes: Number(/^VmSize:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
    heapUsedBytes: heap.used_heap_size,
    heapCommittedBytes: heap.total_heap_size,
    heapMaximumBytes: heap.heap_size_limit,
    bufferBytes: arrayBuffers,
    externalBytes: external,
    threads: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 1),
    memoryTotalBytes: totalmem(),
    memoryFreeBytes: freemem(),
    cpuPercent: meter.percent(),
    loadAverages: [one, five, fifteen],
    diskTotalBytes: disk.total,
    diskFreeBytes: disk.free,
    openFiles: openFiles(),
    maximumOpenFiles: Number(/^Max open files\s+(\d+)/m.exec(processFile("limits"))?.[1] ?? -1),
  };
}

function diskSpace(dataPath: string | undefined): { free: number; total: number } {
  if (dataPath === undefined) return { free: freemem(), total: totalmem() };
  const space = statfsSync(dataPath);
  return { free: space.bavail * space.bsize, total: space.blocks * space.bsize };
}

/** Open file descriptors, where the system tells (-1 elsewhere, as Elasticsearch). */
function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return -1;
  }
}

/** Linux counts the times of threads in hundredths of a second. */
const TICK_MS = 10;

function threadTimes(): Map<number, ThreadTime> {
  const times = new Map<number, ThreadTime>();
  for (const thread of folder("/proc/self/task")) {
    // `42 (name) R …`: a name may hold anything; of what follows it, the 12th and 13th are times.
    const stat = processFile(`task/${thread}/stat`);
    const end = stat.lastIndexOf(")");
    if (end < 0) continue;
    const facts = stat.slice(end + 2).split(" ");
    const name = stat.slice(stat.indexOf("(") + 1, end);
    times.set(Number(thread), { name, cpuMs: (Number(facts[11]) + Number(facts[12])) * TICK_MS });
  }
  return times;
}

/** Names in a folder; none where there is no such folder. */
function folder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** A file of /proc/self; empty where there is none. */
function processFile(name: string): string {
  try {
    return readFileSync(`/proc/self/${name}`, "utf8");
  } catch {
    return "";
  }
}
