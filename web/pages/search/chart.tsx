/** The hits counted by a field: over time, over numbers, or by value. */
import { isDate, isExact, isNumeric } from "../../core/fields.ts";
import { count, shown } from "../../core/format.ts";
import type { Condition } from "../../core/query.ts";
import type { SearchAnswer } from "../../core/search.ts";
import { type Bar, Bars } from "../../parts/bars.tsx";
import { useCall } from "../../parts/load.ts";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { answer, change, current, fields, pathOf, run, sent } from "./state.ts";

interface Buckets {
  readonly interval?: string;
  readonly buckets: readonly {
    readonly key: number | string;
    readonly key_as_string?: string;
    readonly doc_count: number;
  }[];
}

const BUCKETS = 60;

export function Chart() {
  const choices = fields.value.filter(({ type }) => isDate(type) || isNumeric(type) || isExact(type));
  const wanted =
    choices.find(({ name }) => name === current.value.chart) ?? choices.find(({ type }) => isDate(type)) ?? choices[0];
  if (!wanted) return <Empty title="Nothing to count by">This index has no dates, numbers or exact values.</Empty>;
  return (
    <div class="stack padded">
      <label class="row">
        <span>Count by</span>
        <select value={wanted.name} onChange={(event) => change({ chart: event.currentTarget.value })}>
          {choices.map(({ name, type }) => (
            <option key={name} value={name}>
              {name} · {type}
            </option>
          ))}
        </select>
      </label>
      <Counted key={wanted.name} name={wanted.name} type={wanted.type} />
    </div>
  );
}

interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

function Counted({ name, type }: { name: string; type: string }) {
  const query = sent.value?.["query"];
  const base = { size: 0, ...(query === undefined ? {} : { query }) };
  const path = pathOf(current.value.index);
  const numeric = isNumeric(type);
  const range = useCall<SearchAnswer>("POST", numeric ? path : undefined, {
    ...base,
    aggs: { range: { stats: { field: name } } },
  });
  const limits = range.body?.aggregations?.["range"] as Range | undefined;
  const interval = intervalOf(limits, type);
  const by = isDate(type)
    ? { auto_date_histogram: { field: name, buckets: BUCKETS } }
    : numeric
      ? { histogram: { field: name, interval } }
      : { terms: { field: name, size: 40 } };
  const counted = useCall<SearchAnswer>("POST", numeric && !limits ? undefined : path, { ...base, aggs: { by } });
  const fault = counted.answer.value?.fault ?? range.answer.value?.fault;
  if (fault) return <Failure fault={fault} />;
  if (!counted.body) return <Loading />;
  const { buckets } = (counted.body.aggregations?.["by"] ?? { buckets: [] }) as Buckets;
  if (buckets.length === 0) return <Empty title="Nothing to count">No hit has a value of {name}.</Empty>;
  const narrow = (conditions: readonly Condition[]): void => {
    change({ conditions: [...current.value.conditions, ...conditions] });
    void run();
  };
  const may = current.value.mode === "visual";
  if (isExact(type)) return <Values name={name} buckets={buckets} onPick={may ? narrow : undefined} />;
  const bars: Bar[] = buckets.map(({ key, key_as_string, doc_count }) => ({
    from: Number(key),
    label: isDate(type) ? String(key_as_string ?? key).replace(/T00:00:00\.000Z$/, "") : count(Number(key)),
    value: doc_count,
  }));
  const title = `${name}, ${count(answer.value?.body?.hits.total?.value ?? 0)} hits${may ? "; drag to narrow" : ""}`;
  const dragged = (first: number, last: number): void => {
    const from = buckets[first];
    const until = buckets[last + 1];
    const text = (bucket: Buckets["buckets"][number]): string =>
      String(isDate(type) ? (bucket.key_as_string ?? bucket.key) : bucket.key);
    narrow([
      ...(from ? [{ occur: "filter", field: name, comparison: "gte", value: text(from) } as const] : []),
      ...(until ? [{ occur: "filter", field: name, comparison: "lte", value: text(until) } as const] : []),
    ]);
  };
  return <Bars bars={bars} title={title} {...(may ? { onPick: dragged } : {})} />;
}

/** A round number of which some sixty cover the range. */
function intervalOf(limits: Range | undefined, type: string): number {
  const span = (limits?.max ?? 1) - (limits?.min ?? 0) || 1;
  const power = 10 ** Math.floor(Math.log10(span / BUCKETS));
  const round = [1, 2, 5, 10].find((one) => span / (one * power) <= BUCKETS) ?? 10;
  const whole = type === "long" || type === "integer" || type === "short" || type === "byte";
  return Math.max(whole ? 1 : 0, round * power);
}

interface ValuesProps extends Pick<Buckets, "buckets"> {
  readonly name: string;
  readonly onPick: ((conditions: readonly Condition[]) => void) | undefined;
}

function Values({ name, buckets, onPick }: ValuesProps) {
  const most = buckets[0]?.doc_count ?? 1;
  return (
    <ul class="facets wide">
      {buckets.map(({ key, key_as_string, doc_count }) => (
        <li key={key}>
          <button
            type="button"
            class="facet"
            disabled={!onPick}
            onClick={() =>
              onPick?.([{ occur: "filter", field: name, comparison: "term", value: String(key_as_string ?? key) }])
            }
          >
            <span dir="auto">{key_as_string ?? shown(key)}</span>
            <i aria-hidden="true">
              <b style={{ width: `${(100 * doc_count) / most}%` }} />
            </i>
            <span class="num">{count(doc_count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
