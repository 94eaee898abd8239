/**
 * How far the log is known to have reached: a small sealed file beside it, and its mirror. Bytes that a crash tears off
 * after this point were not acknowledged, or only a moment ago; anything missing before it is a loss, which the
 * sequence numbers here assign to shards.
 */
import { isJsonObject } from "../../core/json.ts";
import { parseJsonBytes } from "../../compat/json/parse-json.ts";
import { writeJson } from "../../compat/json/write-json.ts";
import type { Files } from "../files.ts";
import { SealedSeries } from "../sealed-series.ts";

const FORMAT = 1;
const NAME = "end";

/** A noted end. */
export interface LogEnd {
  /** Everything before this position was durable: file number, and bytes in that file. */
  readonly file: number;
  readonly bytes: number;
  /** Last durable sequence number by shard. */
  readonly shards: ReadonlyMap<string, number>;
  /** The log was closed properly, with this end. */
  readonly isClosed: boolean;
}

export class LogEndFile {
  readonly #series: SealedSeries;

  constructor(files: Files, folder: string) {
    this.#series = new SealedSeries(files, folder, NAME, { mirrored: true });
  }

  /** The newest readable end: an older one promises less, but nothing wrong. Undefined when there is none. */
  read(): LogEnd | undefined {
    for (const { body } of this.#series.read().versions) {
      const value = parseJsonBytes(body);
      if (!isJsonObject(value) || value["format"] !== FORMAT || !isJsonObject(value["shards"])) continue;
      const { file, bytes, shards, closed } = value;
      const seqNos = Object.entries(shards).map(([shard, seqNo]) => [shard, Number(seqNo)] as const);
      return { file: Number(file), bytes: Number(bytes), shards: new Map(seqNos), isClosed: closed === true };
    }
    return undefined;
  }

  async write({ file, bytes, shards, isClosed }: LogEnd): Promise<void> {
    await this.#series.write(
      Buffer.from(writeJson({ format: FORMAT, file, bytes, closed: isClosed, shards: Object.fromEntries(shards) })),
    );
  }
}
