/** Documents into a file: all, or those of a query, page by page, as lines of JSON or as a table. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { call, type Fault, isObject, part } from "../core/api.ts";
import { csvCell } from "../core/csv.ts";
import { bytes, count } from "../core/format.ts";
import type { Hit, SearchAnswer } from "../core/search.ts";
import { Dialog } from "./dialog.tsx";
import { say } from "./notice.tsx";
import { Failure } from "./states.tsx";

type Source = Readonly<Record<string, unknown>>;
type Form = "ndjson" | "csv";

const PAGE_SIZE = 2000;
const KEEP_ALIVE = "5m";

interface ExportProps {
  readonly index: string;
  readonly query?: unknown;
  readonly onClose: () => void;
}

/** Where pieces go: a file that the browser writes as they come, or one that it keeps until the end. */
interface Sink {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

interface FilePicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<{
    createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
  }>;
}

async function openSink(name: string): Promise<Sink> {
  if ("showSaveFilePicker" in window && isSecureContext && !navigator.webdriver) {
    const handle = await (window as unknown as FilePicker).showSaveFilePicker({ suggestedName: name });
    const file = await handle.createWritable();
    return { write: (text) => file.write(text), end: () => file.close() };
  }
  const pieces: Blob[] = [];
  return {
    write: (text) => Promise.resolve(void pieces.push(new Blob([text]))),
    end() {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob(pieces));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      return Promise.resolve();
    },
  };
}

export function Export({ index, query, onClose }: ExportProps) {
  const form = useSignal<Form>("ndjson");
  const done = useSignal(0);
  const total = useSignal<number | undefined>(undefined);
  const size = useSignal(0);
  const state = useSignal<"ready" | "running" | "stopped">("ready");
  const fault = useSignal<Fault | undefined>(undefined);
  const alive = useRef(true);
  useEffect(
    () => () => {
      alive.current = false;
    },
    [],
  );
  const start = async (): Promise<void> => {
    let sink: Sink;
    try {
      sink = await openSink(`${index.replaceAll(/[^\w.-]+/g, "_")}.${form.value}`);
    } catch {
      return;
    }
    state.value = "running";
    done.value = 0;
    size.value = 0;
    fault.value = await write(sink);
    if (!fault.value && state.value === "running") {
      await sink.end();
      say(`${count(done.value)} documents are in the file.`);
      onClose();
    } else state.value = "ready";
  };
  const write = async (sink: Sink): Promise<Fault | undefined> => {
    const opened = await call<{ readonly id: string }>("POST", `/${part(index)}/_pit?keep_alive=${KEEP_ALIVE}`);
    if (!opened.ok) return opened.fault;
    let columns: string[] | undefined;
    let after: readonly unknown[] | undefined;
    let { id } = opened.body;
    try {
      for (;;) {
        const page = await call<SearchAnswer<Source> & { readonly pit_id: string }>("POST", "/_search", {
          pit: { id, keep_alive: KEEP_ALIVE },
          size: PAGE_SIZE,
          sort: [{ _shard_doc: "asc" }],
          track_total_hits: true,
          ...(query === undefined ? {} : { query }),
          ...(after ? { search_after: after } : {}),
        });
        if (!page.ok) return page.fault;
        if (!alive.current || state.peek() !== "running") return undefined;
        const { hits } = page.body.hits;
        id = page.body.pit_id;
        total.value = page.body.hits.total?.value;
        const first = columns === undefined;
        if (form.value === "csv") columns ??= columnsOf(hits);
        else columns ??= [];
        const text = form.value === "csv" ? csvOf(hits, columns, first) : linesOf(hits);
        await sink.write(text);
        size.value += text.length;
        done.value += hits.length;
        after = hits.at(-1)?.sort;
        if (hits.length < PAGE_SIZE) return undefined;
      }
    } finally {
      void call("DELETE", "/_pit", { id });
    }
  };
  const running = state.value === "running";
  return (
    <Dialog title={`Export ${index}`} onClose={onClose}>
      <div class="body">
        <fieldset class="choice">
          <legend>As</legend>
          <label class="check">
            <input
              type="radio"
              name="form"
              checked={form.value === "ndjson"}
              disabled={running}
              onChange={() => (form.value = "ndjson")}
            />
            <span>Lines of JSON: everything, to be imported again</span>
          </label>
          <label class="check">
            <input
              type="radio"
              name="form"
              checked={form.value === "csv"}
              disabled={running}
              onChange={() => (form.value = "csv")}
            />
            <span>CSV: one column for each field of the first {count(PAGE_SIZE)} documents</span>
          </label>
        </fieldset>
        {running && (
          <p role="status">
            {count(done.value)} of {count(total.value ?? 0)} documents, {bytes(size.value)}
          </p>
        )}
        {running && <progress aria-label="Export" value={done.value} max={Math.max(1, total.value ?? 1)} />}
        {fault.value && <Failure fault={fault.value} />}
      </div>
      <footer>
        {running ? (
          <button type="button" onClick={() => (state.value = "stopped")}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        )}
        <button type="button" class="primary" disabled={running} onClick={() => void start()}>
          Export
        </button>
      </footer>
    </Dialog>
  );
}

const linesOf = (hits: readonly Hit<Source>[]): string =>
  hits.map(({ _id, _source }) => `${JSON.stringify({ _id, ..._source })}\n`).join("");

/** Paths of all values but those within lists. */
function columnsOf(hits: readonly Hit<Source>[]): string[] {
  const names = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (isObject(value))
      for (const [name, inner] of Object.entries(value)) walk(inner, path === "" ? name : `${path}.${name}`);
    else names.add(path);
  };
  for (const { _source } of hits) walk(_source, "");
  return [...names];
}

function csvOf(hits: readonly Hit<Source>[], columns: readonly string[], withHead: boolean): string {
  const lines = hits.map(({ _id, _source }) =>
    [csvCell(_id), ...columns.map((path) => csvCell(valueAt(_source, path)))].join(","),
  );
  return [...(withHead ? [["_id", ...columns].map(csvCell).join(",")] : []), ...lines, ""].join("\r\n");
}

function valueAt(source: unknown, path: string): unknown {
  if (!isObject(source)) return undefined;
  if (Object.hasOwn(source, path)) return source[path];
  const dot = path.indexOf(".");
  return dot < 0 ? undefined : valueAt(source[path.slice(0, dot)], path.slice(dot + 1));
}
