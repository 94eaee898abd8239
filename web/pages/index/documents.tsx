/** The documents of an index, as far as one scrolls; one of them beside. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { call, type Fault, part } from "../../core/api.ts";
import { count, shown } from "../../core/format.ts";
import { rightsOn } from "../../core/index-rights.ts";
import type { Hit, SearchAnswer } from "../../core/search.ts";
import { to } from "../../core/router.ts";
import { Aside } from "../../parts/aside.tsx";
import { Document, NewDocument, versionOf } from "../../parts/document.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Row = Hit<Readonly<Record<string, unknown>>>;

const PAGE_SIZE = 100;
const KEEP_ALIVE = "5m";
const MOST_COLUMNS = 7;

/** The documents as they were when the view opened: a point in time, page after page. */
function usePages(name: string, words: string) {
  const rows = useSignal<readonly Row[]>([]);
  const total = useSignal<number | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const busy = useSignal(true);
  const turn = useRef(0);
  const state = useRef<{ pit?: string; after?: readonly unknown[]; done: boolean }>({ done: false });
  const next = async (mine: number): Promise<void> => {
    const { pit, after, done } = state.current;
    if (pit === undefined || done || mine !== turn.current) return;
    busy.value = true;
    const answer = await call<SearchAnswer & { pit_id: string }>("POST", "/_search", {
      pit: { id: pit, keep_alive: KEEP_ALIVE },
      size: PAGE_SIZE,
      sort: [{ _shard_doc: "asc" }],
      track_total_hits: true,
      seq_no_primary_term: true,
      version: true,
      ...(words === "" ? {} : { query: { query_string: { query: words, default_operator: "and", lenient: true } } }),
      ...(after ? { search_after: after } : {}),
    });
    if (mine !== turn.current) return;
    busy.value = false;
    fault.value = answer.fault;
    if (!answer.ok) return;
    const { hits } = answer.body.hits;
    const last = hits.at(-1)?.sort;
    state.current = { pit: answer.body.pit_id, done: hits.length < PAGE_SIZE, ...(last ? { after: last } : {}) };
    rows.value = after ? [...rows.value, ...hits] : hits;
    total.value = answer.body.hits.total?.value;
  };
  const begin = async (): Promise<void> => {
    const mine = ++turn.current;
    close();
    const opened = await call<{ id: string }>("POST", `/${part(name)}/_pit?keep_alive=${KEEP_ALIVE}`);
    if (mine !== turn.current) return;
    busy.value = false;
    fault.value = opened.fault;
    if (!opened.ok) return;
    state.current = { pit: opened.body.id, done: false };
    await next(mine);
  };
  const close = (): void => {
    const { pit } = state.current;
    state.current = { done: true };
    if (pit !== undefined) void call("DELETE", "/_pit", { id: pit });
  };
  useEffect(() => {
    void begin();
    return () => {
      turn.current++;
      close();
    };
  }, [name, words]);
  return { rows, total, fault, busy, more: () => void (busy.value || next(turn.current)), reload: () => void begin() };
}

export function Documents({ name }: { name: string }) {
  const typed = useSignal("");
  const words = useSignal("");
  const picked = useSignal<string | undefined>(undefined);
  const making = useSignal(false);
  const pages = usePages(name, words.value);
  const { rows, total, fault, busy } = pages;
  const may = rightsOn(name)["index"] === true;
  const chosen = rows.value.find(({ _id }) => _id === picked.value);
  return (
    <div class={chosen ? "split" : "split alone"}>
      <section class="stack" aria-label="Documents">
        <form
          class="tools padded"
          onSubmit={(event) => {
            event.preventDefault();
            words.value = typed.value.trim();
          }}
        >
          <input
            type="search"
            aria-label="Only documents where"
            placeholder="name:bern AND population:>1000"
            value={typed}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
          <button>Filter</button>
          {may && (
            <button type="button" onClick={() => (making.value = true)}>
              New document
            </button>
          )}
          <span class="grow" />
          <p role="status" class="dim">
            {total.value !== undefined && `${count(rows.value.length)} of ${count(total.value)}`}
          </p>
        </form>
        {fault.value ? (
          <Failure fault={fault.value} retry={pages.reload} />
        ) : rows.value.length > 0 ? (
          <Table
            label={`Documents of ${name}`}
            rows={rows.value}
            columns={columnsOf(rows.value)}
            keyOf={({ _id }) => _id}
            picked={picked.value}
            onPick={({ _id }) => (picked.value = _id)}
            onEnd={pages.more}
          />
        ) : busy.value ? (
          <Loading />
        ) : (
          <Nothing name={name} filtered={words.value !== ""} may={may} onMake={() => (making.value = true)} />
        )}
      </section>
      {chosen && (
        <Aside
          one="document"
          head={
            <p class="mono dim grow">
              {chosen._id} · version {chosen._version} · seq {chosen._seq_no}
            </p>
          }
          onClose={() => (picked.value = undefined)}
        >
          <Document key={`${chosen._id}-${chosen._seq_no}`} version={versionOf(chosen)} onChanged={pages.reload} />
        </Aside>
      )}
      {making.value && <NewDocument index={name} onClose={() => (making.value = false)} onSaved={pages.reload} />}
    </div>
  );
}

function Nothing({
  name,
  filtered,
  may,
  onMake,
}: {
  name: string;
  filtered: boolean;
  may: boolean;
  onMake: () => void;
}) {
  if (filtered)
    return <Empty title="No document is like that">Words are looked for in all fields; name:word looks in one.</Empty>;
  return (
    <Empty
      title="No documents yet"
      action={
        may && (
          <p class="row">
            <a class="button primary" href={to(["import"], { index: name })}>
              Import a file
            </a>
            <button type="button" onClick={onMake}>
              New document
            </button>
          </p>
        )
      }
    >
      {may
        ? "Import a file into this index, or write the first document by hand."
        : "You may read this index; nobody has written to it yet."}
    </Empty>
  );
}

/** The names that documents have most in common, as they stand in the first of them. */
function columnsOf(rows: readonly Row[]): Column<Row>[] {
  const names = [...new Set(rows.slice(0, PAGE_SIZE).flatMap(({ _source }) => Object.keys(_source)))].slice(
    0,
    MOST_COLUMNS,
  );
  const first = rows.slice(0, 20);
  return [
    { key: "_id", title: "_id", mono: true, render: ({ _id }) => _id },
    ...names.map((name): Column<Row> => {
      const num = first.some(({ _source }) => typeof _source[name] === "number");
      return {
        key: `f-${name}`,
        title: name,
        num,
        render: ({ _source }) => <span dir="auto">{name in _source ? shown(_source[name]) : ""}</span>,
      };
    }),
  ];
}
