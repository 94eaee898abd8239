/** Who did what: the audit trail, searched like any index. */
import { useSignal } from "@preact/signals";
import { count, plural, when } from "../core/format.ts";
import { place, replacePlace } from "../core/router.ts";
import type { Hit, SearchAnswer } from "../core/search.ts";
import { rights } from "../core/session.ts";
import { Aside } from "../parts/aside.tsx";
import { type Bar, Bars } from "../parts/bars.tsx";
import { useCall, usePolling } from "../parts/load.ts";
import { Request } from "../parts/request.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { type Event, eventColumns, EventDetail } from "./trail/event.tsx";
import { EventList } from "./trail/event-list.tsx";
import { EditRule } from "./trail/edit-rule.tsx";

const PATH = "/.wardex-events-*/_search?ignore_unavailable=true&allow_no_indices=true";
const RANGES = [
  ["1h", "the last hour"],
  ["24h", "a day"],
  ["7d", "a week"],
  ["30d", "a month"],
  ["", "always"],
] as const;
const TAIL_MS = 2000;

const COLUMNS = eventColumns<Hit<Event>>(({ _source }) => _source);

interface Buckets {
  readonly buckets: readonly { readonly key: number; readonly key_as_string: string; readonly doc_count: number }[];
}
interface Terms {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

export function Page() {
  // The trail is searched like an index, which superusers may; others read the list.
  return rights.value.superuser ? <Trail /> : <EventList />;
}

function Trail() {
  const typed = useSignal(place.value.query.get("q") ?? "");
  const words = useSignal(typed.value);
  const range = useSignal<string>("7d");
  const zoom = useSignal<readonly [number, number] | undefined>(undefined);
  const action = useSignal("");
  const tail = useSignal(false);
  const picked = useSignal<string | undefined>(undefined);
  const making = useSignal(false);
  const created = zoom.value
    ? { gte: zoom.value[0], lt: zoom.value[1], format: "epoch_millis" }
    : range.value === ""
      ? undefined
      : { gte: `now-${range.value}` };
  const filter = [
    ...(created ? [{ range: { created } }] : []),
    ...(action.value === "" ? [] : [{ term: { action: action.value } }]),
  ];
  const must =
    words.value === "" ? [] : [{ query_string: { query: words.value, lenient: true, default_operator: "and" } }];
  const body = {
    size: 500,
    track_total_hits: true,
    query: { bool: { filter, must } },
    sort: [{ created: "desc" }],
    aggs: {
      over: { auto_date_histogram: { field: "created", buckets: 60 } },
      actions: { terms: { field: "action", size: 30 } },
      people: { terms: { field: "user.username", size: 5 } },
      addresses: { terms: { field: "client_ip", size: 5 } },
    },
  };
  const found = useCall<SearchAnswer<Event>>("POST", PATH, body);
  usePolling(TAIL_MS, () => void found.reload(), tail.value);
  const fault = found.answer.value?.fault;
  const aggs = found.body?.aggregations as
    | { over: Buckets; actions: Terms; people: Terms; addresses: Terms }
    | undefined;
  const hits = found.body?.hits.hits ?? [];
  const chosen = hits.find(({ _id }) => _id === picked.value);
  const add = (clause: string): void => {
    typed.value = words.value = [words.value, clause].filter((one) => one !== "").join(" AND ");
  };
  return (
    <div class="view full events">
      <div class="head">
        <h1>Events</h1>
        <span class="dim" role="status">
          {found.body && plural(found.body.hits.total?.value ?? 0, "event")}
        </span>
        <span class="grow" />
        <label class="check">
          <input type="checkbox" checked={tail} onChange={(event) => (tail.value = event.currentTarget.checked)} />
          <span>As they come</span>
        </label>
        {rights.value.identity["add_notificationrule"] === true && (
          <button type="button" onClick={() => (making.value = true)}>
            Make a rule of this
          </button>
        )}
      </div>
      <div class="stack">
        <form
          class="tools padded"
          onSubmit={(event) => {
            event.preventDefault();
            words.value = typed.value.trim();
            replacePlace(["events"], { q: words.value });
          }}
        >
          <input
            type="search"
            aria-label="Only events where"
            placeholder="user.username:ada AND model.name:towns"
            value={typed}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
          <button>Search</button>
          <select
            aria-label="Time"
            value={zoom.value ? "zoom" : range.value}
            onChange={(event) => {
              zoom.value = undefined;
              range.value = event.currentTarget.value;
            }}
          >
            {zoom.value && <option value="zoom">as dragged</option>}
            {RANGES.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
          <select aria-label="Action" value={action} onChange={(event) => (action.value = event.currentTarget.value)}>
            <option value="">any action</option>
            {[
              ...new Set([
                ...(action.value === "" ? [] : [action.value]),
                ...(aggs?.actions.buckets.map(({ key }) => key) ?? []),
              ]),
            ].map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </select>
          <Request line={{ method: "POST", path: PATH, body }} />
        </form>
        {fault ? (
          <Failure fault={fault} retry={() => void found.reload()} />
        ) : !found.body || !aggs ? (
          <Loading />
        ) : hits.length === 0 ? (
          <Empty title="No event is like that">Look further back, or take words away.</Empty>
        ) : (
          <>
            <div class="counts">
              <Over over={aggs.over} onZoom={(from, until) => (zoom.value = [from, until])} />
              <Top title="Who" terms={aggs.people} onPick={(name) => add(`user.username:"${name}"`)} />
              <Top title="From where" terms={aggs.addresses} onPick={(name) => add(`client_ip:"${name}"`)} />
            </div>
            <div class={chosen ? "split" : "split alone"}>
              <Table
                label="Events"
                rows={hits}
                columns={COLUMNS}
                keyOf={({ _id }) => _id}
                picked={picked.value}
                onPick={({ _id }) => (picked.value = _id)}
              />
              {chosen && (
                <Aside
                  one="event"
                  head={<h2 class="grow">{chosen._source.action.replaceAll("_", " ")}</h2>}
                  onClose={() => (picked.value = undefined)}
                >
                  <EventDetail event={chosen._source} />
                </Aside>
              )}
            </div>
          </>
        )}
      </div>
      {making.value && <EditRule action={action.value} onClose={() => (making.value = false)} />}
    </div>
  );
}

function Over({ over: { buckets }, onZoom }: { over: Buckets; onZoom: (from: number, until: number) => void }) {
  const bars: Bar[] = buckets.map(({ key, doc_count }) => ({ from: key, label: when(key), value: doc_count }));
  const step = (buckets[1]?.key ?? 0) - (buckets[0]?.key ?? 0) || 60_000;
  const last = (buckets.at(-1)?.key ?? 0) + step;
  return (
    <Bars
      bars={bars}
      title="Over time; drag to zoom"
      onPick={(first, until) => onZoom(buckets[first]?.key ?? 0, buckets[until + 1]?.key ?? last)}
    />
  );
}

function Top({ title, terms, onPick }: { title: string; terms: Terms; onPick: (name: string) => void }) {
  const most = terms.buckets[0]?.doc_count ?? 1;
  return (
    <section aria-label={title}>
      <h2 class="caption">{title}</h2>
      <ul>
        {terms.buckets.map(({ key, doc_count }) => (
          <li key={key}>
            <button type="button" class="facet" onClick={() => onPick(key)}>
              <span dir="auto">{key || "–"}</span>
              <i aria-hidden="true">
                <b style={{ width: `${(100 * doc_count) / most}%` }} />
              </i>
              <span class="num">{count(doc_count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
