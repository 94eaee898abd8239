/** A table of any length: only the rows in sight are there. One stop for the keyboard, arrows move within. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Numbers stand at the right. */
  readonly num?: boolean;
  readonly mono?: boolean;
  readonly wide?: boolean;
  readonly render: (row: Row) => ComponentChildren;
  /** What it is sorted by here; absent: it is not. */
  readonly sortBy?: (row: Row) => string | number;
}

/** An order that the server keeps. */
export interface Order {
  readonly key: string;
  readonly descending: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly picked?: string | undefined;
  readonly onPick?: (row: Row) => void;
  /** Sorting is somebody else's: the keys that can be asked for, and what is asked. */
  readonly sorting?: {
    readonly keys: ReadonlySet<string>;
    readonly order: Order | undefined;
    readonly set: (order: Order) => void;
  };
  /** Called when the end comes into sight. */
  readonly onEnd?: () => void;
}

const ROW_PX = 32;
const SPARE_ROWS = 8;

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, keyOf, picked, onPick, sorting, onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const scrolled = useSignal(0);
  const height = useSignal(600);
  const own = useSignal<Order | undefined>(undefined);
  useEffect(() => {
    const watched = box.current;
    if (!watched) return undefined;
    const observer = new ResizeObserver(() => (height.value = watched.clientHeight));
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  const ordered = useMemo(
    () => (sorting ? rows : sorted(rows, columns, own.value)),
    [rows, own.value, sorting !== undefined],
  );
  const from = Math.max(0, Math.floor(scrolled.value / ROW_PX) - SPARE_ROWS);
  const until = Math.min(ordered.length, from + Math.ceil(height.value / ROW_PX) + 2 * SPARE_ROWS);
  useEffect(() => {
    if (until >= ordered.length - 1) onEnd?.();
  }, [until, ordered.length]);
  const at = useMemo(
    () => (picked === undefined ? -1 : ordered.findIndex((row) => keyOf(row) === picked)),
    [ordered, picked],
  );
  const move = (event: KeyboardEvent): void => {
    const next = nextRow(event.key, at, ordered.length, Math.max(1, Math.floor(height.value / ROW_PX) - 2));
    const row = next === undefined ? undefined : ordered[next];
    if (next === undefined || row === undefined || !onPick || event.target !== box.current) return;
    event.preventDefault();
    onPick(row);
    if (box.current) intoSight(box.current, next);
  };
  return (
    <div
      ref={box}
      class="scroll"
      tabIndex={0}
      role="group"
      aria-label={label}
      aria-activedescendant={at >= from && at < until ? `${id}-${at}` : undefined}
      onKeyDown={move}
      onScroll={(event) => (scrolled.value = event.currentTarget.scrollTop)}
    >
      <table class="grid" aria-rowcount={ordered.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                order={sorting ? sorting.order : own.value}
                sorting={sorting}
                own={own}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {from > 0 && <Gap rows={from} columns={columns.length} />}
          {ordered.slice(from, until).map((row, position) => (
            <tr
              // By place, so that a row that leaves becomes the one that comes.
              key={(from + position) % (until - from)}
              id={`${id}-${from + position}`}
              aria-rowindex={from + position + 2}
              class={from + position === at ? "picked" : ""}
              onClick={onPick && (() => onPick(row))}
            >
              {columns.map((column) => (
                <td key={column.key} class={classOf(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
          {until < ordered.length && <Gap rows={ordered.length - until} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

function Head<Row>({
  column,
  order,
  sorting,
  own,
}: {
  column: Column<Row>;
  order: Order | undefined;
  sorting: TableProps<Row>["sorting"];
  own: { value: Order | undefined };
}) {
  const can = sorting ? sorting.keys.has(column.key) : column.sortBy !== undefined;
  const is = order?.key === column.key ? order : undefined;
  const next = { key: column.key, descending: is ? !is.descending : column.num === true };
  return (
    <th scope="col" class={classOf(column)} aria-sort={is ? (is.descending ? "descending" : "ascending") : undefined}>
      {can ? (
        <button type="button" onClick={() => (sorting ? sorting.set(next) : (own.value = next))}>
          {column.title}
          <span aria-hidden="true">{is ? (is.descending ? " ↓" : " ↑") : ""}</span>
        </button>
      ) : column.title === "" ? (
        <span class="away">Actions</span>
      ) : (
        column.title
      )}
    </th>
  );
}

/** Stands for rows out of sight. */
function Gap({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tr aria-hidden="true" class="gap">
      <td colSpan={columns} style={{ height: `${rows * ROW_PX}px` }} />
    </tr>
  );
}

function classOf({ num, mono, wide }: { num?: boolean; mono?: boolean; wide?: boolean }): string {
  return [num === true ? "num" : "", mono === true ? "mono" : "", wide === true ? "wide" : ""]
    .filter(Boolean)
    .join(" ");
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order | undefined): readonly Row[] {
  const by = order && columns.find(({ key }) => key === order.key)?.sortBy;
  if (!by) return rows;
  const sign = order.descending ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [a, b] = [by(left), by(right)];
    return a === b ? 0 : sign * (typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : a < b ? -1 : 1);
  });
}

function nextRow(key: string, at: number, rows: number, page: number): number | undefined {
  const last = rows - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(last, at + 1);
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "PageDown":
      return Math.min(last, at + page);
    case "PageUp":
      return Math.max(0, at - page);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

function intoSight(box: HTMLElement, row: number): void {
  const top = row * ROW_PX;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + 2 * ROW_PX > box.scrollTop + box.clientHeight) box.scrollTop = top + 2 * ROW_PX - box.clientHeight;
}
