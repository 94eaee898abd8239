/** `snapshot.repository_analyze`: whether a place keeps what snapshots ask of it, and how fast. */
import { randomInt } from "node:crypto";
import { illegalArgument } from "../../compat/errors.ts";
import { humanBytes, humanTime } from "../../compat/human-size.ts";
import { parseBytes, parseTimeMs } from "../../compat/time-value.ts";
import { parseDecimal } from "../../compat/body-reader.ts";
import { systemClock } from "../../core/clock.ts";
import { ownOf } from "../../core/names.ts";
import { booleanParameter, integerParameter, longParameter } from "../../http/parameters.ts";
import { type Analysis, type AnalysisOptions, analyzeRepository } from "../../snapshots/analyze-repository.ts";
import type { Operation } from "../operation.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

const SEEDS = 2 ** 31;
const MOST_BLOBS = 100_000;

export const repositoryAnalyze: Operation = {
  name: "snapshot.repository_analyze",
  actions: ["cluster:admin/repository/analyze"],
  audit: "nothing",
  cancellable: true,

  async handle({ parameters, render, task }, { snapshots, info }) {
    checkTimeouts(parameters);
    const detailed = booleanParameter(parameters, "detailed", false);
    const readNodes = countOf(parameters, "read_node_count", 10);
    const earlyReadNodes = countOf(parameters, "early_read_node_count", 2);
    const options = readOptions(parameters);
    const repository = snapshots.repositories.get(parameters["repository"] ?? "");
    if (repository.isReadOnly) throw illegalArgument(`repository [${repository.name}] is read-only`);
    const isCancelled = (): boolean => task.cancelled;
    const analysis = await analyzeRepository(repository, options, { clock: systemClock, isCancelled });
    const { human } = render;
    const body = {
      coordinating_node: { id: info.id, name: info.name },
      repository: repository.name,
      blob_count: options.blobCount,
      concurrency: options.concurrency,
      read_node_count: readNodes,
      early_read_node_count: earlyReadNodes,
      ...bytesField("max_blob_size", options.maxBlobBytes, human),
      ...bytesField("max_total_data_size", options.maxTotalBytes, human),
      seed: options.seed,
      rare_action_probability: options.rareActionProbability,
      blob_path: analysis.path,
      issues_detected: [],
      summary: summaryOf(analysis, human),
      ...(detailed ? { details: detailsOf(analysis, info, human) } : {}),
      ...nanosField("listing_elapsed", analysis.listingNanos, human),
      ...nanosField("delete_elapsed", analysis.deleteNanos, human),
    };
    return { status: 200, body };
  },
};

type Parameters = Readonly<Record<string, string>>;

function readOptions(parameters: Parameters): AnalysisOptions {
  const blobCount = countOf(parameters, "blob_count", 100);
  if (blobCount > MOST_BLOBS) throw illegalArgument(`blobCount must be <= ${MOST_BLOBS}, but was [${blobCount}]`);
  const probability = ownOf(parameters, "rare_action_probability");
  const rareActionProbability = probability === undefined ? 0.02 : parseDecimal(probability);
  if (rareActionProbability < 0 || rareActionProbability > 1)
    throw illegalArgument(
      `rareActionProbability must be between 0 and 1 (inclusive), but was [${rareActionProbability}]`,
    );
  return {
    blobCount,
    concurrency: countOf(parameters, "concurrency", 10),
    maxBlobBytes: sizeOf(parameters, "max_blob_size", "10mb"),
    maxTotalBytes: sizeOf(parameters, "max_total_data_size", "1gb"),
    registerOperations: countOf(parameters, "register_operation_count", 10),
    rareActionProbability,
    checksOverwrites: booleanParameter(parameters, "check_overwrite_protection", true),
    rarelyAbortWrites: booleanParameter(parameters, "rarely_abort_writes", true),
    seed: Number(longParameter(parameters, "seed") ?? randomInt(SEEDS)),
    timeoutMs: parseTimeMs(ownOf(parameters, "timeout") ?? "30s", "timeout"),
  };
}

/** A number above 0. */
function countOf(parameters: Parameters, name: string, absent: number): number {
  const count = integerParameter(parameters, name) ?? absent;
  if (count <= 0) throw illegalArgument(`${camelCase(name)} must be >0, but was [${count}]`);
  return count;
}

function sizeOf(parameters: Parameters, name: string, absent: string): number {
  const text = ownOf(parameters, name) ?? absent;
  const bytes = parseBytes(text, name);
  if (bytes <= 0) throw illegalArgument(`${camelCase(name)} must be >0, but was [${text}]`);
  return bytes;
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function summaryOf({ blobs }: Analysis, human: boolean): object {
  const count = blobs.length;
  const size = bytesField(
    "total_size",
    blobs.reduce((sum, { bytes }) => sum + bytes, 0),
    human,
  );
  const throttled = nanosField("total_throttled", 0, human);
  const elapsed = (of: "writeNanos" | "readNanos"): object =>
    nanosField(
      "total_elapsed",
      blobs.reduce((sum, blob) => sum + blob[of], 0),
      human,
    );
  const waited = { ...nanosField("total_wait", 0, human), ...nanosField("max_wait", 0, human) };
  return {
    write: { count, ...size, ...throttled, ...elapsed("writeNanos") },
    read: { count, ...size, ...waited, ...throttled, ...elapsed("readNanos") },
  };
}

function detailsOf({ blobs }: Analysis, { id, name }: { readonly id: string; readonly name: string }, human: boolean) {
  const node = { id, name };
  return blobs.map((blob) => ({
    blob: {
      name: blob.name.slice(blob.name.indexOf("/") + 1),
      overwritten: blob.isOverwritten,
      read_early: false,
      read_start: 0,
      read_end: blob.bytes,
      ...bytesField("size", blob.bytes, human),
    },
    writer_node: node,
    write_elapsed_nanos: blob.writeNanos,
    write_throttled_nanos: 0,
    reads: [
      {
        node,
        found: true,
        before_write_complete: false,
        ...nanosField("first_byte_time", 0, human),
        ...nanosField("elapsed", blob.readNanos, human),
        ...nanosField("throttled", 0, human),
      },
    ],
  }));
}

function bytesField(name: string, bytes: number, human: boolean): object {
  return { ...(human ? { [name]: humanBytes(bytes) } : {}), [`${name}_bytes`]: bytes };
}

function nanosField(name: string, nanos: number, human: boolean): object {
  return { ...(human ? { [name]: humanTime(nanos / 1e6) } : {}), [`${name}_nanos`]: nanos };
}
