/** What becomes of a text: each step of the analysis as a row of words, two analyses side by side. */
import { useEffect } from "preact/hooks";
import { part } from "../core/api.ts";
import { known, lookAtIndices, searchable } from "../core/cluster.ts";
import { fieldsOf, isText } from "../core/fields.ts";
import { lists, lookAtLists } from "../core/lists.ts";
import { kept } from "../core/storage.ts";
import { useCall } from "../parts/load.ts";
import { Request } from "../parts/request.tsx";
import { Failure, Loading } from "../parts/states.tsx";

interface Token {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly position: number;
  readonly type: string;
}
interface Step {
  readonly name: string;
  readonly tokens: readonly Token[];
}
interface Detail {
  readonly analyzer?: Step;
  readonly charfilters?: readonly { readonly name: string; readonly filtered_text: readonly string[] }[];
  readonly tokenizer?: Step;
  readonly tokenfilters?: readonly Step[];
}

/** How a text is analysed: by the field of an index, by an analyzer, or by parts of one's own. */
interface Way {
  readonly by: "analyzer" | "field" | "parts";
  readonly analyzer: string;
  readonly index: string;
  readonly field: string;
  readonly tokenizer: string;
  readonly charFilters: string;
  readonly filters: string;
}

const FIRST: Way = {
  by: "analyzer",
  analyzer: "standard",
  index: "",
  field: "",
  tokenizer: "standard",
  charFilters: "",
  filters: "lowercase",
};
const text = kept("analyze-text", "The quick brown foxes of San José don't run.");
const ways = kept<readonly Way[]>("analyze", [FIRST]);

export function Page() {
  useEffect(() => {
    void lookAtLists();
    void lookAtIndices();
  }, []);
  const change = (at: number, next: Way): void => {
    ways.value = ways.value.map((one, place) => (place === at ? next : one));
  };
  return (
    <div class="view">
      <div class="head">
        <h1>Analyze</h1>
        <span class="grow" />
        {ways.value.length === 1 ? (
          <button type="button" onClick={() => (ways.value = [FIRST, { ...FIRST, analyzer: "english" }])}>
            Compare with another
          </button>
        ) : (
          <button type="button" onClick={() => (ways.value = ways.value.slice(0, 1))}>
            Only one
          </button>
        )}
      </div>
      <label class="field">
        <span>Text</span>
        <textarea rows={3} dir="auto" value={text} onInput={(event) => (text.value = event.currentTarget.value)} />
      </label>
      <div class={ways.value.length > 1 ? "pair" : ""}>
        {ways.value.map((way, at) => (
          <Analysis
            key={at}
            name={ways.value.length > 1 ? (at === 0 ? "A" : "B") : ""}
            way={way}
            onChange={(next) => change(at, next)}
          />
        ))}
      </div>
    </div>
  );
}

const names = (text_: string): string[] => text_.split(/[\s,]+/).filter((one) => one !== "");

function bodyOf(way: Way): object {
  const base = { text: text.value, explain: true };
  if (way.by === "field") return { ...base, field: way.field };
  if (way.by === "analyzer") return { ...base, analyzer: way.analyzer };
  return { ...base, tokenizer: way.tokenizer, char_filter: names(way.charFilters), filter: names(way.filters) };
}

function Analysis({ name, way, onChange }: { name: string; way: Way; onChange: (next: Way) => void }) {
  const path = way.index === "" ? "/_analyze" : `/${part(way.index)}/_analyze`;
  const body = bodyOf(way);
  const isWhole = text.value !== "" && (way.by !== "field" || (way.index !== "" && way.field !== ""));
  const asked = useCall<{ readonly detail: Detail }>("POST", isWhole ? path : undefined, body);
  const fault = asked.answer.value?.fault;
  return (
    <section class="section" aria-label={name === "" ? "Analysis" : `Analysis ${name}`}>
      {name !== "" && <h2>{name}</h2>}
      <Choices way={way} onChange={onChange} />
      {fault ? (
        <Failure fault={fault} />
      ) : asked.body ? (
        <Steps detail={asked.body.detail} />
      ) : isWhole ? (
        <Loading lines={3} />
      ) : (
        <p class="dim">Choose an index and a field of it.</p>
      )}
      {isWhole && <Request line={{ method: "POST", path, body }} />}
    </section>
  );
}

const MODES = [
  ["analyzer", "Analyzer"],
  ["field", "As a field does"],
  ["parts", "Own parts"],
] as const;

function Choices({ way, onChange }: { way: Way; onChange: (next: Way) => void }) {
  const mapping = useCall<Readonly<Record<string, { readonly mappings: unknown }>>>(
    "GET",
    way.by === "field" && way.index !== "" ? `/${part(way.index)}/_mapping` : undefined,
  );
  const fields = fieldsOf(Object.values(mapping.body ?? {})[0]?.mappings).filter(
    ({ type }) => isText(type) || type === "keyword",
  );
  const indices = searchable(known.value);
  return (
    <div class="row">
      <div class="switch" role="group" aria-label="By what">
        {MODES.map(([by, title]) => (
          <button key={by} type="button" aria-pressed={way.by === by} onClick={() => onChange({ ...way, by })}>
            {title}
          </button>
        ))}
      </div>
      {way.by === "analyzer" && (
        <Choice
          label="Analyzer"
          all={lists.value?.analyzers ?? []}
          value={way.analyzer}
          onChange={(analyzer) => onChange({ ...way, analyzer })}
        />
      )}
      {way.by === "field" && (
        <>
          <Choice
            label="Index"
            all={indices}
            value={way.index}
            onChange={(index) => onChange({ ...way, index, field: "" })}
          />
          <Choice
            label="Field"
            all={fields.map((field) => field.name)}
            value={way.field}
            onChange={(field) => onChange({ ...way, field })}
          />
        </>
      )}
      {way.by === "parts" && (
        <>
          <Choice
            label="Tokenizer"
            all={lists.value?.tokenizers ?? []}
            value={way.tokenizer}
            onChange={(tokenizer) => onChange({ ...way, tokenizer })}
          />
          <Several
            label="Character filters"
            list="char-filters"
            all={lists.value?.charFilters ?? []}
            value={way.charFilters}
            onChange={(charFilters) => onChange({ ...way, charFilters })}
          />
          <Several
            label="Token filters"
            list="token-filters"
            all={lists.value?.tokenFilters ?? []}
            value={way.filters}
            onChange={(filters) => onChange({ ...way, filters })}
          />
        </>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, all, value, onChange }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {value === "" && <option value="">{label}…</option>}
      {[...new Set([...(value === "" ? [] : [value]), ...all])].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

function Several({ label, list, all, value, onChange }: ChoiceProps & { list: string }) {
  return (
    <>
      <input
        aria-label={label}
        placeholder={`${label}, in order`}
        list={list}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {all.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

function Steps({ detail }: { detail: Detail }) {
  const steps = [
    ...(detail.tokenizer ? [{ kind: "tokenizer", ...detail.tokenizer }] : []),
    ...(detail.tokenfilters ?? []).map((step) => ({ kind: "filter", ...step })),
    ...(detail.analyzer ? [{ kind: "analyzer", ...detail.analyzer }] : []),
  ];
  return (
    <ol class="steps">
      {detail.charfilters?.map((step) => (
        <li key={step.name}>
          <h3>character filter {step.name}</h3>
          <p class="mono" dir="auto">
            {step.filtered_text.join(" ")}
          </p>
        </li>
      ))}
      {steps.map((step, at) => (
        <li key={at}>
          <h3>
            {step.kind} {step.name}
          </h3>
          {step.tokens.length === 0 && <p class="dim">No words are left.</p>}
          <ul class="chips">
            {step.tokens.map((token, place) => (
              <li key={place} title={`position ${token.position}, ${token.type}`}>
                <span dir="auto">{token.token}</span>
                <small>
                  {token.start_offset}–{token.end_offset}
                </small>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
