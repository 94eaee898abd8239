/** A list of records: found, sorted and paged, one of them beside. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { call, type Fault } from "../core/api.ts";
import { count } from "../core/format.ts";
import { identityPath, type ListPage } from "../core/identity.ts";
import { Aside } from "./aside.tsx";
import { Empty, Failure, Loading } from "./states.tsx";
import { type Column, type Order, Table } from "./table.tsx";

const PAGE_SIZE = 100;
/** Between two letters of who types fast. */
const TYPING_MS = 40;

/** What somebody typed, and how they sort. */
export interface Wanted {
  readonly word: string;
  readonly order: Order | undefined;
  /** Changes when what is shown is not what there is any more. */
  readonly version: number;
}

/** Rows as far as one has scrolled. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly fault: Fault | undefined;
  readonly busy: boolean;
  readonly load: () => Promise<void>;
  /** The next page; absent: all rows are here. */
  readonly more?: () => Promise<void>;
}

/** Where rows come from: a hook. */
export type Source<Row> = (wanted: Wanted) => Rows<Row>;

export interface RecordsProps<Row> {
  readonly title: string;
  /** What one of them is called: `user`. */
  readonly one: string;
  readonly source: Source<Row>;
  readonly columns: readonly Column<Row>[];
  /** Columns by which the source sorts; absent: all rows are here, and the table sorts. */
  readonly sorts?: readonly string[];
  readonly keyOf: (row: Row) => string;
  readonly picked: string | undefined;
  readonly onPick: (key: string | undefined) => void;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly filters?: ComponentChildren;
  readonly empty: ComponentChildren;
  readonly detail: (row: Row) => ComponentChildren;
  readonly version: number;
}

/** Records of the identity interface (`core/users`), page by page. */
export function identityRecords<Row>(list: string, filter: Readonly<Record<string, string>> = {}): Source<Row> {
  return ({ word, order, version }) => {
    const query = new URLSearchParams({
      ...filter,
      ...(word === "" ? {} : { search: word }),
      ...(order ? { ordering: `${order.descending ? "-" : ""}${order.key}` } : {}),
    }).toString();
    return usePages<Row>(list, query, version);
  };
}

function usePages<Row>(list: string, query: string, version: number): Rows<Row> {
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
  return { rows: rows.value, total: total.value, fault: fault.value, busy: busy.value, load, more: load };
}

export function Records<Row>(props: RecordsProps<Row>) {
  const { title, one, source, columns, sorts, keyOf, picked, onPick, version } = props;
  const typed = useSignal("");
  const word = useSignal("");
  const order = useSignal<Order | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => (word.value = typed.value.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const { rows, total, fault, busy, load, more } = source({ word: word.value, order: order.value, version });
  const chosen = rows.find((row) => keyOf(row) === picked);
  const sorting = sorts && {
    keys: new Set(sorts),
    order: order.value,
    set: (next: Order): void => void (order.value = next),
  };
  return (
    <div class="view full">
      <div class="head">
        <h1>{title}</h1>
        <span class="dim" role="status">
          {total !== undefined && count(total)}
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
        <section class={busy && rows.length > 0 ? "stack stale" : "stack"} aria-label={title}>
          {fault ? (
            <Failure fault={fault} retry={() => void load()} />
          ) : rows.length > 0 ? (
            <Table
              label={title}
              rows={rows}
              columns={columns}
              keyOf={keyOf}
              picked={picked}
              onPick={(row) => onPick(keyOf(row))}
              onEnd={() => void (busy || more?.())}
              {...(sorting ? { sorting } : {})}
            />
          ) : busy ? (
            <Loading />
          ) : word.value === "" ? (
            props.empty
          ) : (
            <Empty title="Nobody and nothing is called like that">Take letters away.</Empty>
          )}
        </section>
        {chosen && (
          <Aside one={one} onClose={() => onPick(undefined)}>
            {props.detail(chosen)}
          </Aside>
        )}
      </div>
    </div>
  );
}
