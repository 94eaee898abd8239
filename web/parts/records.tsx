/** A list of records of the identity interface: found, sorted and paged by the server, one of them beside. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { call, type Fault } from "../core/api.ts";
import { count } from "../core/format.ts";
import { identityPath, type ListPage } from "../core/identity.ts";
import { Empty, Failure, Loading } from "./states.tsx";
import { type Column, type Order, Table } from "./table.tsx";

const PAGE_SIZE = 100;
const TYPING_MS = 150;

interface RecordsProps<Row> {
  readonly title: string;
  /** `core/users` */
  readonly list: string;
  readonly columns: readonly Column<Row>[];
  /** Columns by which the server sorts. */
  readonly sorts?: readonly string[];
  readonly keyOf: (row: Row) => string;
  readonly query?: Readonly<Record<string, string>>;
  readonly picked: string | undefined;
  readonly onPick: (key: string | undefined) => void;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly filters?: ComponentChildren;
  readonly empty: ComponentChildren;
  readonly detail: (row: Row) => ComponentChildren;
  /** Changes when what is shown is not what there is any more. */
  readonly version: number;
}

/** Rows as far as one has scrolled. */
function usePages<Row>(list: string, query: string, version: number) {
  const rows = useSignal<readonly Row[]>([]);
  const total = useSignal<number | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const busy = useSignal(true);
  const turn = useRef(0);
  const next = useRef(1);
  const load = async (): Promise<void> => {
    const page = next.current;
    if (page === 0) return;
    const mine = turn.current;
    busy.value = true;
    const answer = await call<ListPage<Row>>(
      "GET",
      `${identityPath(list)}?${query}&page=${page}&page_size=${PAGE_SIZE}`,
    );
    if (mine !== turn.current) return;
    busy.value = false;
    fault.value = answer.fault;
    if (!answer.ok) return;
    next.current = answer.body.pagination.next;
    total.value = answer.body.pagination.count;
    rows.value = page === 1 ? answer.body.results : [...rows.value, ...answer.body.results];
  };
  useEffect(() => {
    turn.current++;
    next.current = 1;
    void load();
    return () => {
      turn.current++;
    };
  }, [list, query, version]);
  return { rows, total, fault, busy, load };
}

export function Records<Row>(props: RecordsProps<Row>) {
  const { title, list, columns, sorts = [], keyOf, picked, onPick, version } = props;
  const typed = useSignal("");
  const word = useSignal("");
  const order = useSignal<Order | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => (word.value = typed.value.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const query = new URLSearchParams({
    ...props.query,
    ...(word.value === "" ? {} : { search: word.value }),
    ...(order.value ? { ordering: `${order.value.descending ? "-" : ""}${order.value.key}` } : {}),
  }).toString();
  const pages = usePages<Row>(list, query, version);
  const { rows, total, fault, busy } = pages;
  const chosen = rows.value.find((row) => keyOf(row) === picked);
  return (
    <div class="view full">
      <div class="head">
        <h1>{title}</h1>
        <span class="dim" role="status">
          {total.value !== undefined && count(total.value)}
        </span>
        <span class="grow" />
        {props.actions}
      </div>
      <div class="tools">
        <input
          type="search"
          aria-label={`Find ${title.toLowerCase()}`}
          placeholder="Find…"
          value={typed}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
        {props.filters}
      </div>
      <div class={chosen ? "split" : "split alone"}>
        <section class={busy.value && rows.value.length > 0 ? "stack stale" : "stack"} aria-label={title}>
          {fault.value ? (
            <Failure fault={fault.value} retry={() => void pages.load()} />
          ) : rows.value.length > 0 ? (
            <Table
              label={title}
              rows={rows.value}
              columns={columns}
              keyOf={keyOf}
              picked={picked}
              onPick={(row) => onPick(keyOf(row))}
              onEnd={() => void (busy.value || pages.load())}
              sorting={{ keys: new Set(sorts), order: order.value, set: (next) => (order.value = next) }}
            />
          ) : busy.value ? (
            <Loading />
          ) : word.value === "" ? (
            props.empty
          ) : (
            <Empty title="Nobody and nothing is called like that">Take letters away.</Empty>
          )}
        </section>
        {chosen && (
          <aside class="side" aria-label="The picked one">
            <div class="row">
              <span class="grow" />
              <button type="button" class="quiet icon" aria-label="Close" onClick={() => onPick(undefined)}>
                ×
              </button>
            </div>
            {props.detail(chosen)}
          </aside>
        )}
      </div>
    </div>
  );
}
