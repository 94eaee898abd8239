/** Tells the log of writes that took longer than their index allows, in the words of Elasticsearch's plain slow log. */
import { logLevel, slowHead, slowLevel, type SlowWrites } from "../../cluster/slow-logs.ts";
import { valueText } from "../../compat/value-text.ts";
import type { JsonObject } from "../../core/json.ts";
import type { DocumentsEvents } from "../documents.ts";
import type { ShardShare } from "./place-items.ts";

export function tellSlowWrites(
  { entry, engine, items, outcomes }: ShardShare,
  caller: JsonObject | undefined,
  log: DocumentsEvents["log"],
): void {
  const { metadata, settings } = entry.state;
  const { slow } = settings;
  if (!slow) return;
  for (const [at, outcome] of outcomes.entries()) {
    const tookMs = outcome.ok ? outcome.tookMs : undefined;
    const level = tookMs === undefined ? undefined : slowLevel(slow.index, tookMs);
    const item = items[at];
    // Deletes are not told, as in Elasticsearch.
    if (tookMs === undefined || !level || !item || item.kind === "delete") continue;
    const user = slow.includeUser && caller ? `, user.name[${valueText(caller["username"])}]` : "";
    const source = sourceOf(item.source, slow);
    log(
      logLevel(level),
      `index.indexing.slowlog.index ${slowHead(metadata.name, engine.where.shard, level, tookMs)}, id[${item.id ?? ""}], routing[${item.options.routing ?? ""}]${source}${user}`,
    );
  }
}

/** Its beginning; on one line, where that is wanted. */
function sourceOf(bytes: Uint8Array | undefined, { sourceLength, reformat }: SlowWrites): string {
  if (!bytes || sourceLength === 0) return "";
  const text = Buffer.from(bytes).toString();
  const shown = reformat ? text.replaceAll(/\s*\n\s*/g, " ") : text;
  return `, source[${shown.slice(0, sourceLength)}]`;
}
