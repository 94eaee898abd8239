/** Why is this hit here: its score in sentences, and the document. */
import { part } from "../../core/api.ts";
import { type Explanation, partsOf, sentenceOf } from "../../core/explain.ts";
import type { Hit } from "../../core/search.ts";
import { Aside } from "../../parts/aside.tsx";
import { Document, versionOf } from "../../parts/document.tsx";
import { useCall } from "../../parts/load.ts";
import { Loading } from "../../parts/states.tsx";
import { picked, run, sent } from "./state.ts";

interface Explained {
  readonly matched: boolean;
  readonly explanation?: Explanation;
}

export function Why({ hit }: { hit: Hit<Readonly<Record<string, unknown>>> }) {
  const query = sent.value?.["query"] ?? { match_all: {} };
  const routing = hit._routing === undefined ? "" : `?routing=${part(hit._routing)}`;
  const path = hit._score === null ? undefined : `/${part(hit._index)}/_explain/${part(hit._id)}${routing}`;
  const asked = useCall<Explained>("POST", path, { query });
  const explanation = asked.body?.explanation;
  return (
    <Aside
      one="document"
      head={<h2 class="grow">{hit._score === null ? "Not scored" : `Why ${hit._score.toFixed(2)}?`}</h2>}
      onClose={() => (picked.value = undefined)}
    >
      {hit._score === null ? (
        <p class="dim">The hits are sorted by a field; nothing is scored.</p>
      ) : explanation ? (
        <ul class="tree">
          {partsOf(explanation).map((one, at) => (
            <Part key={at} explanation={one} whole={hit._score ?? 0} />
          ))}
        </ul>
      ) : asked.answer.value?.fault ? (
        <p class="dim">{asked.answer.value.fault.reason}</p>
      ) : (
        <Loading lines={3} />
      )}
      <p class="mono dim">
        {hit._index} / {hit._id} · version {hit._version} · seq {hit._seq_no}
      </p>
      <Document key={`${hit._index}/${hit._id}/${hit._seq_no}`} version={versionOf(hit)} onChanged={() => void run()} />
    </Aside>
  );
}

function Part({ explanation, whole }: { explanation: Explanation; whole: number }) {
  const { title, note, parts } = sentenceOf(explanation);
  const share = whole > 0 ? Math.max(0, Math.min(100, (100 * explanation.value) / whole)) : 0;
  return (
    <li>
      <div class="because">
        <b class="num">{explanation.value.toFixed(2)}</b>
        <span class="track" aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </span>
        <span dir="auto">
          {title}
          {note && <small>{note}</small>}
        </span>
      </div>
      {parts.length > 0 && (
        <ul>
          {parts.map((one, at) => (
            <Part key={at} explanation={one} whole={whole} />
          ))}
        </ul>
      )}
    </li>
  );
}
