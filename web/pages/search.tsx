/** The search workbench: what is asked at the left, what is found in the middle, why at the right. */
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { known, lookAtIndices, searchable } from "../core/cluster.ts";
import { bytes, count, duration } from "../core/format.ts";
import { lists, lookAtLists } from "../core/lists.ts";
import { place, replacePlace } from "../core/router.ts";
import type { Hit, SearchAnswer } from "../core/search.ts";
import { security } from "../core/session.ts";
import { Code } from "../parts/code.tsx";
import { completion } from "../parts/completion.ts";
import { Copy } from "../parts/copy.tsx";
import { Export } from "../parts/export.tsx";
import { curlOf } from "../parts/request.tsx";
import { Saved } from "../parts/saved.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { Builder, firstCondition, toVisual } from "./search/builder.tsx";
import { Chart } from "./search/chart.tsx";
import { Compare } from "./search/compare.tsx";
import { Hits } from "./search/hits.tsx";
import { Places } from "./search/places.tsx";
import { Profile } from "./search/profile.tsx";
import {
  add,
  answer,
  bodyOf,
  change,
  close,
  current,
  fields,
  isFault,
  keyOf,
  lookAtFields,
  pathOf,
  picked,
  run,
  running,
  searches,
  show,
  stop,
  titleOf,
  type View,
  visualBody,
} from "./search/state.ts";
import { Tail } from "./search/tail.tsx";
import { Why } from "./search/why.tsx";

const VIEWS: readonly (readonly [View, string])[] = [
  ["table", "Table"],
  ["map", "Map"],
  ["chart", "Chart"],
  ["profile", "Profile"],
  ["raw", "Raw"],
];

export function Page() {
  const doing = useSignal<"compare" | "tail" | "export" | "saved" | undefined>(undefined);
  const ready = useSignal(false);
  const names = searchable(known.value);
  useEffect(() => {
    void lookAtIndices().then(() => (ready.value = true));
  }, []);
  useEffect(() => {
    if (ready.value) begin(searchable(known.value));
  }, [ready.value, place.value.query.get("index")]);
  const { id, index } = current.value;
  useEffect(() => {
    if (!ready.value || index === "") return;
    void lookAtFields(index).then(run);
  }, [ready.value, id, index]);
  if (!ready.value) return <Loading />;
  if (names.length === 0)
    return (
      <>
        <h1 class="away">Search</h1>
        <Empty
          title="Nothing to search yet"
          action={
            <a class="button primary" href="#/import">
              Import a file
            </a>
          }
        >
          There is no index that you may read.
        </Empty>
      </>
    );
  return (
    <div class="workbench">
      <h1 class="away">Search</h1>
      <Tabs />
      <Toolbar
        names={names}
        onCompare={() => (doing.value = "compare")}
        onTail={() => (doing.value = "tail")}
        onExport={() => (doing.value = "export")}
        onSaved={() => (doing.value = "saved")}
      />
      <Desk />
      {doing.value === "compare" && <Compare onClose={() => (doing.value = undefined)} />}
      {doing.value === "export" && (
        <Export index={index} query={queryOfSearch()} onClose={() => (doing.value = undefined)} />
      )}
      {doing.value === "saved" && <SavedSearches onClose={() => (doing.value = undefined)} />}
      {doing.value === "tail" && <Tail onClose={() => (doing.value = undefined)} />}
    </div>
  );
}

function SavedSearches({ onClose }: { onClose: () => void }) {
  const { id: _own, name, ...content } = current.value;
  return (
    <Saved
      kind="search"
      many="searches"
      content={content}
      name={name === "" ? titleOf(current.value) : name}
      onOpen={(item) => add({ ...item.content, name: item.name })}
      onClose={onClose}
    />
  );
}

function queryOfSearch(): unknown {
  const body = bodyOf(current.value);
  return isFault(body) ? undefined : body["query"];
}

/** Takes up what the address asks for, or an index that is there. */
function begin(names: readonly string[]): void {
  const wanted = place.value.query.get("index");
  if (wanted !== null && wanted !== current.value.index) {
    const same = searches.value.find((one) => one.index === wanted);
    if (same) show(same.id);
    else if (current.value.conditions.length === 0 && current.value.text === "") change({ index: wanted });
    else add({ index: wanted });
  } else if (!names.includes(current.value.index)) change({ index: names[0] ?? "" });
  if (wanted !== null) replacePlace(["search"]);
}

function Tabs() {
  const renaming = useSignal<string | undefined>(undefined);
  return (
    <nav class="tabs" aria-label="Searches">
      {searches.value.map((search) => (
        <span key={search.id} class={search.id === current.value.id ? "one on" : "one"}>
          {renaming.value === search.id ? (
            <input
              aria-label="Name of the search"
              autofocus
              value={search.name}
              ref={(box) => box?.focus()}
              onInput={(event) => change({ name: event.currentTarget.value })}
              onBlur={() => (renaming.value = undefined)}
              onKeyDown={(event) => {
                if (event.key === "Enter" || event.key === "Escape") renaming.value = undefined;
              }}
            />
          ) : (
            <button
              type="button"
              class="tab-name"
              aria-current={search.id === current.value.id ? "page" : undefined}
              title="Click twice to name it"
              dir="auto"
              onClick={() => {
                if (search.id === current.value.id) renaming.value = search.id;
                else show(search.id);
              }}
            >
              {titleOf(search)}
            </button>
          )}
          <button
            type="button"
            class="quiet icon"
            aria-label={`Close ${titleOf(search)}`}
            onClick={() => close(search.id)}
          >
            ×
          </button>
        </span>
      ))}
      <button
        type="button"
        class="quiet icon"
        aria-label="New search"
        onClick={() => add({ conditions: [firstCondition()] })}
      >
        +
      </button>
    </nav>
  );
}

interface ToolbarProps {
  readonly names: readonly string[];
  readonly onCompare: () => void;
  readonly onTail: () => void;
  readonly onExport: () => void;
  readonly onSaved: () => void;
}

function Toolbar({ names, onCompare, onTail, onExport, onSaved }: ToolbarProps) {
  const { index, mode } = current.value;
  const body = bodyOf(current.value);
  const options = names.includes(index) ? names : [index, ...names];
  const cannot = useSignal(false);
  const choose = (next: "visual" | "json"): void => {
    cannot.value = false;
    if (next === mode) return;
    if (next === "json") change({ mode: "json", text: JSON.stringify(visualBody(current.value), undefined, 2) });
    else cannot.value = !toVisual();
  };
  return (
    <div class="toolbar">
      <select aria-label="Index" value={index} onChange={(event) => change({ index: event.currentTarget.value })}>
        {options.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <div class="switch" role="group" aria-label="Way to write">
        {(["visual", "json"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={mode === one} onClick={() => choose(one)}>
            {one === "visual" ? "Visual" : "JSON"}
          </button>
        ))}
      </div>
      {running.value ? (
        <button type="button" onClick={stop}>
          Stop
        </button>
      ) : (
        <button type="button" class="primary" aria-keyshortcuts="Control+Enter" onClick={() => void run()}>
          Run <kbd>Ctrl ↵</kbd>
        </button>
      )}
      <button type="button" onClick={onCompare}>
        Compare
      </button>
      <button type="button" onClick={onTail}>
        Tail
      </button>
      <button type="button" onClick={onExport}>
        Export
      </button>
      {security.value === "on" && (
        <button type="button" onClick={onSaved}>
          Saved
        </button>
      )}
      {!isFault(body) && (
        <Copy
          label="curl"
          text={curlOf({
            method: "POST",
            path: pathOf(index),
            body: mode === "visual" ? visualBody(current.value) : body,
          })}
        />
      )}
      <span class="grow" />
      <p class="result" role="status">
        {cannot.value ? "This search says more than conditions can: it stays JSON." : <Result />}
      </p>
    </div>
  );
}

function Result() {
  const now = answer.value;
  if (running.value) return <>Searching…</>;
  if (!now?.ok) return null;
  const total = now.body.hits.total;
  return (
    <>
      <b>
        {count(total?.value ?? now.body.hits.hits.length)}
        {total?.relation === "gte" ? "+" : ""}
      </b>{" "}
      hits in <b>{duration(now.body.took)}</b>{" "}
      <span class="dim">
        ({duration(now.ms)} here, {bytes(now.bytes)})
      </span>
    </>
  );
}

function Desk() {
  const now = answer.value;
  const hit = now?.ok ? now.body.hits.hits.find((one) => keyOf(one) === picked.value) : undefined;
  return (
    <div
      class={hit ? "desk" : "desk alone"}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void run();
        }
      }}
    >
      <section class="left" aria-label="Query">
        {current.value.mode === "visual" ? <Builder /> : <JsonBody key={current.value.id} />}
      </section>
      <section class={running.value ? "right stale" : "right"} aria-label="Results">
        <div class="views">
          <div class="switch" role="group" aria-label="View of the results">
            {VIEWS.map(([id, title]) => (
              <button
                key={id}
                type="button"
                aria-pressed={current.value.view === id}
                onClick={() => change({ view: id })}
              >
                {title}
              </button>
            ))}
          </div>
        </div>
        {now?.fault ? (
          <Failure fault={now.fault} retry={() => void run()} />
        ) : now ? (
          <Found body={now.body} text={now.text} />
        ) : (
          <Loading />
        )}
      </section>
      {hit && <Why hit={hit} />}
    </div>
  );
}

function JsonBody() {
  const fault = answer.value?.fault;
  const mark =
    fault?.line === undefined ? undefined : { line: fault.line, column: fault.column ?? 1, message: fault.reason };
  useEffect(() => void lookAtLists(), []);
  return (
    <Code
      label="Body of the search, JSON"
      text={current.value.text}
      onChange={(text) => change({ text })}
      onRun={() => void run()}
      complete={completion(() => ({ lists: lists.value, fields: fields.value }))}
      mark={mark}
    />
  );
}

function Found({ body, text }: { body: SearchAnswer; text: string }) {
  const failed = body._shards.failures?.[0]?.reason;
  return (
    <>
      {(body.timed_out || failed) && (
        <p class="partial" role="status">
          {body.timed_out
            ? "The time was over before all was looked at: these are not all hits."
            : `Some shards failed (${failed?.reason}): these are not all hits.`}
        </p>
      )}
      {viewOf(body, text)}
    </>
  );
}

function viewOf(body: SearchAnswer, text: string): ComponentChildren {
  const hits: readonly Hit<unknown>[] = body.hits.hits;
  switch (current.value.view) {
    case "raw":
      return (
        <pre class="raw" tabIndex={0}>
          {text.length > 500_000 ? text : JSON.stringify(body, undefined, 2)}
        </pre>
      );
    case "profile":
      return <Profile />;
    case "chart":
      return <Chart />;
    case "map":
      return <Places hits={body.hits.hits} />;
    case "table":
      return hits.length > 0 ? (
        <Hits body={body} />
      ) : body.aggregations && current.value.mode === "json" ? (
        <pre class="raw" tabIndex={0}>
          {JSON.stringify(body.aggregations, undefined, 2)}
        </pre>
      ) : (
        <Empty title="Nothing matches">
          Take a condition away, or look at the fields of {current.value.index} for what there is.
        </Empty>
      );
  }
}
