/** Conditions to be chosen, and beside the hits what they have in common. */
import { isNumeric, isText } from "../../core/fields.ts";
import { count, shown } from "../../core/format.ts";
import {
  ANY_FIELD,
  type Comparison,
  COMPARISONS,
  type Condition,
  comparisonsOf,
  conditionsOf,
  type Occur,
  OCCURS,
} from "../../core/query.ts";
import { isObject } from "../../core/api.ts";
import { Request } from "../../parts/request.tsx";
import { answer, bodyOf, change, current, fields, isFault, pathOf, run, visualBody } from "./state.ts";

const set = (conditions: readonly Condition[]): void => change({ conditions });

/** A condition to begin with: words in the first text, or in whatever there is. */
export function firstCondition(): Condition {
  const text = fields.value.find(({ type }) => isText(type));
  return text
    ? { occur: "must", field: text.name, comparison: "match", value: "" }
    : { occur: "must", field: ANY_FIELD, comparison: "query_string", value: "" };
}

export function Builder() {
  const { conditions, index } = current.value;
  const body = bodyOf(current.value);
  return (
    <div class="builder">
      <h2>Find documents where</h2>
      {conditions.length === 0 && <p class="dim">No condition: every document is found.</p>}
      {conditions.map((condition, at) => (
        <Row
          // Conditions have no other name than their place.
          key={at}
          at={at}
          condition={condition}
          onChange={(next) => set(conditions.map((one, position) => (position === at ? next : one)))}
          onRemove={() => {
            set(conditions.filter((_, position) => position !== at));
            void run();
          }}
        />
      ))}
      <p class="row">
        <button type="button" class="quiet add" onClick={() => set([...conditions, firstCondition()])}>
          + Add a condition
        </button>
      </p>
      {!isFault(body) && <Request line={{ method: "POST", path: pathOf(index), body: visualBody(current.value) }} />}
      <Facets />
    </div>
  );
}

interface RowProps {
  readonly at: number;
  readonly condition: Condition;
  readonly onChange: (next: Condition) => void;
  readonly onRemove: () => void;
}

function Row({ at, condition, onChange, onRemove }: RowProps) {
  const typeOf = (name: string): string | undefined => fields.value.find((field) => field.name === name)?.type;
  const choices = comparisonsOf(condition.field === ANY_FIELD ? undefined : (typeOf(condition.field) ?? "keyword"));
  const choose = (field: string): void => {
    const [first = "match"] = comparisonsOf(field === ANY_FIELD ? undefined : typeOf(field));
    onChange({ ...condition, field, comparison: first });
  };
  const known = condition.field === ANY_FIELD || fields.value.some(({ name }) => name === condition.field);
  return (
    <div class="condition" role="group" aria-label={`Condition ${at + 1}`}>
      <select
        aria-label="How it counts"
        value={condition.occur}
        onChange={(event) => onChange({ ...condition, occur: event.currentTarget.value as Occur })}
      >
        {Object.entries(OCCURS).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <select aria-label="Field" value={condition.field} onChange={(event) => choose(event.currentTarget.value)}>
        <option value={ANY_FIELD}>any field</option>
        {!known && <option>{condition.field}</option>}
        {fields.value.map(({ name, type }) => (
          <option key={name} value={name}>
            {name} · {type}
          </option>
        ))}
      </select>
      <button type="button" class="quiet icon" aria-label={`Remove condition ${at + 1}`} onClick={onRemove}>
        ×
      </button>
      <select
        aria-label="Comparison"
        value={condition.comparison}
        onChange={(event) => onChange({ ...condition, comparison: event.currentTarget.value as Comparison })}
      >
        {[...new Set([...choices, condition.comparison])].map((name) => (
          <option key={name} value={name}>
            {COMPARISONS[name]}
          </option>
        ))}
      </select>
      {condition.comparison !== "exists" && (
        <input
          aria-label="Value"
          value={condition.value}
          dir="auto"
          onInput={(event) => onChange({ ...condition, value: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter") void run();
          }}
        />
      )}
    </div>
  );
}

interface Facet {
  readonly meta?: { readonly field?: string };
  readonly buckets?: readonly {
    readonly key: string | number;
    readonly key_as_string?: string;
    readonly doc_count: number;
  }[];
  readonly count?: number;
  readonly min?: number;
  readonly max?: number;
  readonly avg?: number;
}

/** Values that the hits have most; one click narrows to them. */
function Facets() {
  const found = answer.value?.ok ? answer.value.body.aggregations : undefined;
  if (!found) return null;
  const narrow = (field: string, value: string): void => {
    set([...current.value.conditions, { occur: "filter", field, comparison: "term", value }]);
    void run();
  };
  return (
    <div class="facets">
      {Object.entries(found).map(([name, raw]) => {
        if (!isObject(raw)) return null;
        const facet = raw as Facet;
        const field = facet.meta?.field ?? name;
        const most = facet.buckets?.[0]?.doc_count ?? 1;
        if (facet.buckets && facet.buckets.length > 0)
          return (
            <section key={name}>
              <h3 dir="auto">{field}</h3>
              <ul>
                {facet.buckets.map(({ key, key_as_string, doc_count }) => (
                  <li key={key}>
                    <button
                      type="button"
                      class="facet"
                      title={`Only where ${field} is ${key_as_string ?? key}`}
                      onClick={() => narrow(field, String(key_as_string ?? key))}
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
            </section>
          );
        if (facet.count !== undefined && facet.count > 0)
          return (
            <section key={name}>
              <h3 dir="auto">{field}</h3>
              <p class="dim">
                {count(facet.min ?? 0)} – {count(facet.max ?? 0)}, mean {count(Math.round(facet.avg ?? 0))}
              </p>
            </section>
          );
        return null;
      })}
    </div>
  );
}

/** Whether the JSON can be shown as conditions; then they are. */
export function toVisual(): boolean {
  const body = bodyOf({ ...current.value, mode: "json" });
  if (isFault(body)) return false;
  const conditions = conditionsOf(body["query"]);
  const others = Object.keys(body).filter(
    (key) => !["query", "size", "sort", "track_scores", "aggs", "highlight"].includes(key),
  );
  if (!conditions || others.length > 0) return false;
  change({ mode: "visual", conditions });
  return true;
}

export const isNumber = (name: string): boolean => isNumeric(fields.value.find((field) => field.name === name)?.type);
