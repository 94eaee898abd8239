/** What the node knows of itself, for info, health, stats and cat. */

/** Facts and measurements of this node. */
export interface NodeInfo {
  readonly name: string;
  /** 22 characters, base64url, kept in the data folder. */
  readonly id: string;
  readonly ephemeralId: string;
  /** The version clients match on: 8.19.0. */
  readonly version: string;
  /** The product's own version and build. */
  readonly productVersion: string;
  readonly host: string;
  readonly ip: string;
  readonly httpPort: number;
  /** Whether it speaks HTTPS there. */
  readonly isEncrypted: boolean;
  readonly startedMs: number;
  /** Time since then. */
  uptimeMs(): number;
  readonly roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Folder of the data; undefined in memory. */
  readonly dataPath: string | undefined;
  /** Resident memory, heap, CPU and load, measured now. */
  measure(): NodeMeasurement;
  /** The threads of the process by their number, with the time that each has had a processor; empty where untold. */
  threadTimes(): ReadonlyMap<number, ThreadTime>;
}

export interface ThreadTime {
  readonly name: string;
  readonly cpuMs: number;
}

/** One measurement. Bytes, milliseconds, percent. */
export interface NodeMeasurement {
  readonly residentBytes: number;
  readonly virtualBytes: number;
  readonly heapUsedBytes: number;
  readonly heapCommittedBytes: number;
  readonly heapMaximumBytes: number;
  /** Memory outside the heap: buffers, and all of it. */
  readonly bufferBytes: number;
  readonly externalBytes: number;
  readonly threads: number;
  readonly memoryTotalBytes: number;
  readonly memoryFreeBytes: number;
  readonly cpuPercent: number;
  readonly loadAverages: readonly [number, number, number];
  readonly diskTotalBytes: number;
  readonly diskFreeBytes: number;
  /** -1 where the system does not tell. */
  readonly openFiles: number;
  readonly maximumOpenFiles: number;
}
