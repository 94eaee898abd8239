/** Where the time of a search goes, part by part; measured when the view opens. */
import { nanos } from "../../core/format.ts";
import type { SearchAnswer } from "../../core/search.ts";
import { useCall } from "../../parts/load.ts";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { current, pathOf, sent } from "./state.ts";

interface Timed {
  readonly type: string;
  readonly description: string;
  readonly time_in_nanos: number;
  readonly children?: readonly Timed[];
  readonly breakdown?: Readonly<Record<string, number>>;
}
interface ShardProfile {
  readonly id: string;
  readonly index: string;
  readonly shard_id: number;
  readonly searches: readonly {
    readonly query: readonly Timed[];
    readonly rewrite_time: number;
    readonly collector: readonly unknown[];
  }[];
  readonly aggregations?: readonly Timed[];
  readonly fetch?: Timed;
}

export function Profile() {
  const path = `${pathOf(current.value.index)}?request_cache=false`;
  const profiled = useCall<SearchAnswer>("POST", path, { ...sent.value, profile: true });
  const fault = profiled.answer.value?.fault;
  if (fault) return <Failure fault={fault} retry={() => void profiled.reload()} />;
  if (!profiled.body) return <Loading />;
  const shards = (profiled.body.profile as { readonly shards?: readonly ShardProfile[] } | undefined)?.shards ?? [];
  if (shards.length === 0) return <Empty title="Nothing was measured">The search had nothing to do.</Empty>;
  const slowest = shards.flatMap(partsOf).toSorted((left, right) => right.own - left.own)[0];
  return (
    <div class="profile scroll" tabIndex={0} role="group" aria-label="Profile">
      {slowest && (
        <p class="why ok">
          <span>
            The slowest part: <b>{slowest.part.type}</b> <span class="mono">{slowest.part.description}</span>,{" "}
            {nanos(slowest.own)} by itself{slowest.most === "" ? "" : `, most of it ${slowest.most}`}.
          </span>
        </p>
      )}
      {shards.map((shard) => (
        <section key={shard.id} class="section">
          <h2>
            {shard.index}, shard {shard.shard_id}
          </h2>
          {shard.searches
            .flatMap(({ query }) => query)
            .map((part, at) => (
              <Flame key={at} part={part} whole={part.time_in_nanos} depth={0} />
            ))}
          {shard.aggregations && shard.aggregations.length > 0 && (
            <>
              <h3>Aggregations</h3>
              <Aggregations parts={shard.aggregations} />
            </>
          )}
          {shard.fetch && (
            <>
              <h3>Fetching the hits</h3>
              <Flame part={shard.fetch} whole={shard.fetch.time_in_nanos} depth={1} />
            </>
          )}
        </section>
      ))}
      <p>
        <button type="button" onClick={() => void profiled.reload()}>
          Measure again
        </button>
      </p>
    </div>
  );
}

/** Each part with the time that it takes besides its children. */
function partsOf({ searches, aggregations = [] }: ShardProfile): { part: Timed; own: number; most: string }[] {
  const walk = (part: Timed): { part: Timed; own: number; most: string }[] => {
    const children = part.children ?? [];
    const own = part.time_in_nanos - children.reduce((sum, { time_in_nanos }) => sum + time_in_nanos, 0);
    const [most] = stepsOf(part);
    return [{ part, own, most: most?.[0].replaceAll("_", " ") ?? "" }, ...children.flatMap(walk)];
  };
  return [...searches.flatMap(({ query }) => query), ...(isShared(aggregations) ? [] : aggregations)].flatMap(walk);
}

const stepsOf = ({ breakdown = {} }: Timed): [string, number][] =>
  Object.entries(breakdown)
    .filter(([name, value]) => !name.endsWith("_count") && value > 0)
    .sort((left, right) => right[1] - left[1])
    .slice(0, 3);

function Flame({ part, whole, depth }: { part: Timed; whole: number; depth: number }) {
  const steps = stepsOf(part)
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${nanos(value)}`)
    .join(", ");
  return (
    <div class="flame" style={{ width: `${Math.max(8, (100 * part.time_in_nanos) / Math.max(1, whole))}%` }}>
      <div class={`cell d${depth % 3}`} title={`${part.type} ${part.description}\n${steps}`}>
        <b>{part.type}</b> {nanos(part.time_in_nanos)} <span class="mono">{part.description}</span>
      </div>
      <div class="kids">
        {part.children?.map((child, at) => (
          <Flame key={at} part={child} whole={part.time_in_nanos} depth={depth + 1} />
        ))}
      </div>
    </div>
  );
}

/** Aggregations that one pass collects tell the time of the pass each. */
const isShared = (parts: readonly Timed[]): boolean =>
  parts.length > 1 && parts.every(({ time_in_nanos }) => time_in_nanos === parts[0]?.time_in_nanos);

function Aggregations({ parts }: { parts: readonly Timed[] }) {
  if (!isShared(parts)) {
    const whole = Math.max(...parts.map(({ time_in_nanos }) => time_in_nanos));
    return (
      <>
        {parts.map((part, at) => (
          <Flame key={at} part={part} whole={whole} depth={1} />
        ))}
      </>
    );
  }
  return (
    <div class="cell d1">
      <b>{parts.length} in one pass</b> {nanos(parts[0]?.time_in_nanos ?? 0)}{" "}
      <span class="mono">{parts.map(({ type, description }) => `${type} ${description}`).join(", ")}</span>
    </div>
  );
}
