/** What is being written now: new documents as they come, newest first. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, type Fault, part } from "../../core/api.ts";
import { plural, shown } from "../../core/format.ts";
import type { Hit, SearchAnswer } from "../../core/search.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { usePolling } from "../../parts/load.ts";
import { Failure } from "../../parts/states.tsx";
import { bodyOf, current, isFault, pathOf } from "./state.ts";

type Row = Hit<Readonly<Record<string, unknown>>>;
const EVERY_MS = 1000;
const MOST = 200;
const MOST_SHARDS = 20;

export function Tail({ onClose }: { onClose: () => void }) {
  const rows = useSignal<readonly Row[]>([]);
  const fault = useSignal<Fault | undefined>(undefined);
  const stopped = useSignal(false);
  /** By shard: numbers of operations are told for each. */
  const seen = useSignal<readonly number[] | undefined>(undefined);
  const { index } = current.value;
  const body = bodyOf(current.value);
  const query = isFault(body) ? undefined : body["query"];
  const ask = (shard: number, sort: "asc" | "desc", after: number | undefined, size: number) =>
    call<SearchAnswer>("POST", `${pathOf(index)}?preference=_shards:${shard}`, {
      size,
      sort: [{ _seq_no: sort }],
      seq_no_primary_term: true,
      ...(query === undefined ? {} : { query }),
      ...(after === undefined ? {} : { search_after: [after] }),
    });
  const begin = async (): Promise<void> => {
    const shards = await call<{ readonly shards: readonly unknown[] }>("GET", `/${part(index)}/_search_shards`);
    const groups = shards.ok ? shards.body.shards.length : 1;
    const last = await Promise.all(
      Array.from({ length: Math.min(MOST_SHARDS, groups) }, (_, shard) => ask(shard, "desc", undefined, 1)),
    );
    fault.value = last.find(({ fault: failed }) => failed)?.fault;
    if (!fault.value) seen.value = last.map(({ body: one }) => one.hits.hits[0]?._seq_no ?? -1);
  };
  const poll = async (): Promise<void> => {
    const from = seen.value;
    if (!from || stopped.value) return;
    const got = await Promise.all(from.map((after, shard) => ask(shard, "asc", after, 50)));
    fault.value = got.find(({ fault: failed }) => failed)?.fault;
    const fresh = got.flatMap((one) => (one.ok ? one.body.hits.hits : []));
    if (fresh.length === 0 || seen.value !== from) return;
    seen.value = from.map((after, shard) => got[shard]?.body?.hits.hits.at(-1)?._seq_no ?? after);
    rows.value = [...fresh.toReversed(), ...rows.value].slice(0, MOST);
  };
  useEffect(() => void begin(), [index]);
  usePolling(EVERY_MS, () => void poll());
  return (
    <Dialog title={`What is written to ${index}`} wide onClose={onClose}>
      <div class="body">
        <p class="row">
          <button type="button" onClick={() => (stopped.value = !stopped.value)}>
            {stopped.value ? "Go on" : "Pause"}
          </button>
          <span class="dim" role="status">
            {rows.value.length === 0
              ? "Waiting for the next document that matches…"
              : `${plural(rows.value.length, "document")}, newest first`}
          </span>
        </p>
        {fault.value && <Failure fault={fault.value} />}
        <ul class="rows">
          {rows.value.map((row) => (
            <li key={`${row._id}-${row._seq_no}`}>
              <b class="mono">{row._id}</b>
              <span dir="auto">
                {Object.entries(row._source)
                  .slice(0, 8)
                  .map(([name, value]) => `${name}: ${shown(value)}`)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
