/**
 * Who still follows the shard, and from where: leases that are durable, and expire when nobody renews them. Read from
 * their file when they are first asked for.
 */
import { parseTimeMs } from "../../compat/time-value.ts";
import { RequestError } from "../../compat/errors.ts";
import { parseJsonBytes } from "../../compat/json/parse-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { Clock } from "../../core/clock.ts";
import { ownOf } from "../../core/names.ts";
import type { Files } from "../../store/files.ts";
import { SealedSeries } from "../../store/sealed-series.ts";
import type { IndexState } from "../index-state.ts";
import type { LeaseChange, RetentionLease, RetentionLeases } from "../replication.ts";
import type { ShardName } from "../write/version-check.ts";

export interface LeaseDependencies {
  readonly where: ShardName;
  readonly files: Files;
  readonly clock: Clock;
  readonly index: Pick<IndexState, "metadata">;
}

const PERIOD = "index.soft_deletes.retention_lease.period";
const DEFAULT_PERIOD = "12h";
const NONE: RetentionLeases = { version: 0, leases: [] };

export class RetainedHistory {
  readonly #parts: LeaseDependencies;
  readonly #series: SealedSeries;
  #known: RetentionLeases | undefined;
  /** Changes are written one after another. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(parts: LeaseDependencies) {
    this.#parts = parts;
    const { uuid, shard } = parts.where;
    this.#series = new SealedSeries(parts.files, `indices/${uuid}/leases`, String(shard));
  }

  /** Those that have not expired. */
  get current(): RetentionLeases {
    this.#known ??= this.#read();
    const { version, leases } = this.#known;
    if (leases.length === 0) return this.#known;
    const oldest = this.#parts.clock.now() - this.#periodMs;
    const valid = leases.filter(({ timestamp }) => timestamp >= oldest);
    if (valid.length < leases.length) this.#known = { version: version + 1, leases: valid };
    return this.#known;
  }

  /** For statistics, which are answered while a disk fails, too. */
  get shown(): RetentionLeases {
    try {
      return this.current;
    } catch {
      return NONE;
    }
  }

  /** Deletes from here on are kept; Infinity when nobody needs them. */
  get retainedFrom(): number {
    return this.current.leases.reduce((least, { retainingSeqNo }) => Math.min(least, retainingSeqNo), Infinity);
  }

  /** Resolves when it is durable. Throws 400 for a lease that is there, or goes back, and 404 for one that is not. */
  async change(change: LeaseChange): Promise<void> {
    const { version, leases } = this.current;
    const before = leases.find(({ id }) => id === change.id);
    const others = leases.filter((lease) => lease !== before);
    if (change.kind === "add" ? before : !before)
      throw change.kind === "add" ? alreadyThere(change.id) : notThere(change.id);
    if (change.kind === "renew" && before && before.retainingSeqNo > change.retainingSeqNo)
      throw goesBack(before, change);
    const next = change.kind === "remove" ? others : [...others, this.#lease(change)];
    this.#known = { version: version + 1, leases: next };
    await this.#write();
  }

  #lease({ id, retainingSeqNo, source }: Extract<LeaseChange, { retainingSeqNo: number }>): RetentionLease {
    return { id, retainingSeqNo, timestamp: this.#parts.clock.now(), source };
  }

  get #periodMs(): number {
    const period = ownOf(this.#parts.index.metadata.settings, PERIOD);
    return parseTimeMs(typeof period === "string" ? period : DEFAULT_PERIOD, PERIOD);
  }

  #write(): Promise<void> {
    const written = this.#writing.then(async () => {
      await this.#series.write(Buffer.from(writeJson({ ...(this.#known ?? NONE) })));
    });
    this.#writing = written.catch(() => undefined); // who asked hears of it
    return written;
  }

  #read(): RetentionLeases {
    const [newest] = this.#series.read().versions;
    // Sealed by `#write`, so it has its form.
    return newest ? (parseJsonBytes(newest.body) as unknown as RetentionLeases) : NONE;
  }
}

/** As errors of Elasticsearch show them. */
export function leasesText(leases: readonly RetentionLease[]): string {
  const each = leases.map(
    ({ id, retainingSeqNo, timestamp, source }) =>
      `RetentionLease{id='${id}', retainingSequenceNumber=${retainingSeqNo}, timestamp=${timestamp}, source='${source}'}`,
  );
  return `[${each.join(", ")}]`;
}

function alreadyThere(id: string): RequestError {
  return new RequestError(
    400,
    "retention_lease_already_exists_exception",
    `retention lease with ID [${id}] already exists`,
  );
}

function notThere(id: string): RequestError {
  return new RequestError(404, "retention_lease_not_found_exception", `retention lease with ID [${id}] not found`);
}

function goesBack(before: RetentionLease, change: { retainingSeqNo: number; source: string }): RequestError {
  return new RequestError(
    400,
    "retention_lease_invalid_retaining_seq_no_exception",
    `the current retention lease with [${before.id}] is retaining a higher sequence number [${before.retainingSeqNo}] than the new retaining sequence number [${change.retainingSeqNo}] from [${change.source}]`,
  );
}
