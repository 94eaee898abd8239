/** The fields of an index: what they are, how many documents have them, and what stands there most. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, part } from "../../core/api.ts";
import { choicesOf } from "../../core/choices.ts";
import { type Field, fieldsOf, isDate, isExact, isNumeric } from "../../core/fields.ts";
import { count, shown, when } from "../../core/format.ts";
import { rightsOn } from "../../core/index-rights.ts";
import type { SearchAnswer } from "../../core/search.ts";
import { Aside } from "../../parts/aside.tsx";
import { FormDialog } from "../../parts/form.tsx";
import { useCall } from "../../parts/load.ts";
import { say } from "../../parts/notice.tsx";
import { Request } from "../../parts/request.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

type Mappings = Readonly<Record<string, { readonly mappings: unknown }>>;

const MOST_COUNTED = 150;

export function Fields({ name }: { name: string }) {
  const mapping = useCall<Mappings>("GET", `/${part(name)}/_mapping`);
  const present = useSignal<ReadonlyMap<string, number> | undefined>(undefined);
  const total = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const adding = useSignal(false);
  const fields = fieldsOf(Object.values(mapping.body ?? {})[0]?.mappings);
  const rights = rightsOn(name);
  useEffect(() => {
    if (mapping.body) void look();
  }, [mapping.body]);
  async function look(): Promise<void> {
    const counted = fields
      .filter(({ type, isMulti }) => !isMulti && type !== "object" && type !== "nested")
      .slice(0, MOST_COUNTED);
    const aggs = Object.fromEntries(
      counted.map((field, at) => [`f${at}`, { filter: { exists: { field: field.name } } }]),
    );
    const answer = await call<SearchAnswer>("POST", `/${part(name)}/_search`, {
      size: 0,
      track_total_hits: true,
      aggs,
    });
    if (!answer.ok) return;
    total.value = answer.body.hits.total?.value ?? 0;
    const counts = answer.body.aggregations as Readonly<Record<string, { readonly doc_count: number }>> | undefined;
    present.value = new Map(counted.map((field, at) => [field.name, counts?.[`f${at}`]?.doc_count ?? 0]));
  }
  const fault = mapping.answer.value?.fault;
  if (fault) return <Failure fault={fault} retry={() => void mapping.reload()} />;
  if (!mapping.body) return <Loading />;
  const chosen = fields.find((field) => field.name === picked.value);
  const columns: Column<Field>[] = [
    {
      key: "name",
      title: "Field",
      wide: true,
      sortBy: (field) => field.name,
      render: (field) => <b dir="auto">{field.name}</b>,
    },
    {
      key: "type",
      title: "Type",
      sortBy: ({ type }) => type,
      render: ({ type, isMulti }) => (isMulti ? `${type}, once more` : type),
    },
    { key: "analyzer", title: "Analyzer", render: ({ analyzer }) => analyzer ?? "" },
    {
      key: "present",
      title: "In documents",
      num: true,
      sortBy: (field) => present.value?.get(field.name) ?? -1,
      render: (field) => shareOf(present.value?.get(field.name), total.value),
    },
  ];
  return (
    <div class={chosen ? "split" : "split alone"}>
      <section class="stack" aria-label="Fields">
        <div class="tools padded">
          {rights["manage"] === true && (
            <button type="button" onClick={() => (adding.value = true)}>
              Add a field
            </button>
          )}
          <Request line={{ method: "GET", path: `/${part(name)}/_mapping` }} />
        </div>
        {fields.length === 0 ? (
          <Empty title="No fields yet">Documents bring their fields with them; a field can also be added before.</Empty>
        ) : (
          <Table
            label={`Fields of ${name}`}
            rows={fields}
            columns={columns}
            keyOf={(field) => field.name}
            picked={picked.value}
            onPick={(field) => (picked.value = field.name)}
          />
        )}
      </section>
      {chosen && (
        <Aside
          one="field"
          head={
            <h2 dir="auto" class="grow">
              {chosen.name}
            </h2>
          }
          onClose={() => (picked.value = undefined)}
        >
          <Values key={chosen.name} index={name} field={chosen} />
          <details>
            <summary>Definition</summary>
            <pre tabIndex={0}>{JSON.stringify(chosen.definition, undefined, 2)}</pre>
          </details>
        </Aside>
      )}
      {adding.value && (
        <AddField name={name} onClose={() => (adding.value = false)} onAdded={() => void mapping.reload()} />
      )}
    </div>
  );
}

function shareOf(documents: number | undefined, total: number): string {
  if (documents === undefined) return "";
  return total === 0 ? "–" : `${Math.round((100 * documents) / total)} %`;
}

interface Terms {
  readonly buckets: readonly {
    readonly key: string | number;
    readonly key_as_string?: string;
    readonly doc_count: number;
  }[];
}
interface Stats {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly avg: number;
}

/** What stands in a field most, or from where to where it goes. */
function Values({ index, field }: { index: string; field: Field }) {
  const terms = isExact(field.type);
  const stats = isNumeric(field.type) || isDate(field.type);
  const body = {
    size: 0,
    aggs: { values: terms ? { terms: { field: field.name, size: 10 } } : { stats: { field: field.name } } },
  };
  const answer = useCall<SearchAnswer>("POST", terms || stats ? `/${part(index)}/_search` : undefined, body);
  const found = answer.body?.aggregations?.["values"];
  const fault = answer.answer.value?.fault;
  if (fault) return <Failure fault={fault} />;
  if (!terms && !stats)
    return (
      <p class="dim">
        {field.type === "text" ? "Words of texts are not counted." : "Values of this type are not counted."}
      </p>
    );
  if (!found) return <Loading lines={3} />;
  if (terms) return <Counted {...(found as Terms)} />;
  const { count: all, min, max, avg } = found as Stats;
  const text = (value: number): string => (isDate(field.type) ? when(value) : count(value));
  return all === 0 ? (
    <p class="dim">No document has it.</p>
  ) : (
    <p>
      From <b>{text(min)}</b> to <b>{text(max)}</b>, on average {text(avg)}.
    </p>
  );
}

function Counted({ buckets }: Terms) {
  const most = buckets[0]?.doc_count ?? 1;
  if (buckets.length === 0) return <p class="dim">No document has it.</p>;
  return (
    <ul class="counted">
      {buckets.map(({ key, key_as_string, doc_count }) => (
        <li key={key}>
          <span dir="auto">{key_as_string ?? shown(key)}</span>
          <i aria-hidden="true">
            <b style={{ width: `${(100 * doc_count) / most}%` }} />
          </i>
          <span class="num">{count(doc_count)}</span>
        </li>
      ))}
    </ul>
  );
}

const TYPES = ["keyword", "text", "long", "double", "boolean", "date", "geo_point", "ip", "object", "nested"];

function AddField({ name, onClose, onAdded }: { name: string; onClose: () => void; onAdded: () => void }) {
  return (
    <FormDialog
      title={`Add a field to ${name}`}
      label="Add it"
      fields={[
        { name: "field", title: "Name", kind: "text", required: true },
        {
          name: "type",
          title: "Type",
          kind: "one",
          choices: choicesOf(TYPES),
          hint: "A field cannot be taken out or made another type later, but by writing the documents anew.",
        },
      ]}
      values={{ field: "", type: "keyword" }}
      onClose={onClose}
      save={async ({ field, type }) => {
        const answer = await call("PUT", `/${part(name)}/_mapping`, { properties: { [String(field)]: { type } } });
        if (answer.ok) {
          say(`${String(field)} is added.`);
          onAdded();
        }
        return answer;
      }}
    />
  );
}
