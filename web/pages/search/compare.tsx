/** Two searches side by side, judged by words: which is better, and by how much. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, type Fault } from "../../core/api.ts";
import { shown } from "../../core/format.ts";
import { mean, normalizedGain, precisionAt, reciprocalRank } from "../../core/relevance.ts";
import type { Hit, SearchAnswer } from "../../core/search.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/states.tsx";
import { bodyOf, change, current, isFault, keyOf, pathOf, type Search, searches, titleOf } from "./state.ts";

type Row = Hit<Readonly<Record<string, unknown>>>;
type Found = Readonly<Record<string, readonly Row[]>>;

const AT = 10;
const GRADES = [0, 1, 2, 3];
const GRADE_NAMES = ["wrong", "fair", "good", "just right"];
/** Stands for the words in a body that is written by hand. */
const PLACEHOLDER = "{{words}}";

/** The search with other words: in the place of the first that it looks for. */
function withWords(search: Search, words: string): Search {
  if (search.mode === "json")
    return { ...search, text: search.text.replaceAll(PLACEHOLDER, JSON.stringify(words).slice(1, -1)) };
  const at = search.conditions.findIndex(
    ({ comparison }) => comparison.startsWith("match") || comparison === "query_string",
  );
  return {
    ...search,
    conditions: search.conditions.map((condition, position) =>
      position === at ? { ...condition, value: words } : condition,
    ),
  };
}

const ownWords = (search: Search): string =>
  search.conditions.find(({ comparison }) => comparison.startsWith("match") || comparison === "query_string")?.value ??
  "";

async function find(search: Search, words: string): Promise<readonly Row[] | Fault> {
  const body = bodyOf(withWords(search, words));
  if (isFault(body)) return body;
  const { aggs: _counted, highlight: _marked, ...rest } = body;
  const got = await call<SearchAnswer>("POST", pathOf(search.index), { ...rest, size: AT });
  return got.ok ? got.body.hits.hits : (got.fault ?? { status: 0, type: "", reason: "" });
}

export function Compare({ onClose }: { onClose: () => void }) {
  const left = current.value;
  const others = searches.value.filter(({ id }) => id !== left.id);
  const other = useSignal(others[0]?.id ?? "");
  const right = searches.value.find(({ id }) => id === other.value);
  const grades = left.grades ?? {};
  const text = useSignal(Object.keys(grades).join("\n") || ownWords(left));
  const all = text.value
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const at = useSignal(0);
  const words = all[Math.min(at.value, all.length - 1)] ?? "";
  const found = useSignal<readonly [Found, Found]>([{}, {}]);
  const fault = useSignal<Fault | undefined>(undefined);
  const load = async (): Promise<void> => {
    if (!right) return;
    const sides = [left, right] as const;
    for (const one of all) {
      const got = await Promise.all(sides.map(async (search) => find(search, one)));
      const failed = got.find((answer): answer is Fault => "reason" in answer);
      fault.value = failed;
      if (failed) return;
      const [a, b] = got as readonly (readonly Row[])[];
      found.value = [
        { ...found.value[0], [one]: a ?? [] },
        { ...found.value[1], [one]: b ?? [] },
      ];
    }
  };
  useEffect(() => void load(), [other.value, all.join("\n")]);
  const grade = (row: Row, value: number): void => {
    const key = keyOf(row) ?? "";
    const before = grades[words] ?? {};
    const { [key]: was, ...rest } = before;
    change({ grades: { ...grades, [words]: was === value ? rest : { ...rest, [key]: value } } });
  };
  if (!right)
    return (
      <Dialog title="Compare two searches" onClose={onClose}>
        <div class="body">
          <p>Open a second search beside this one (+), written in another way. Then compare them here.</p>
        </div>
        <footer>
          <button type="button" class="primary" onClick={onClose}>
            Close
          </button>
        </footer>
      </Dialog>
    );
  const scores = found.value.map((side) => scoreOf(side, all, grades));
  const [scoreA, scoreB] = scores;
  const judged = Object.values(grades).reduce((sum, one) => sum + Object.keys(one).length, 0);
  return (
    <Dialog title="Which of the two is better?" wide onClose={onClose}>
      <div class="body">
        <div class="row">
          <span>
            A: <b dir="auto">{titleOf(left)}</b>
          </span>
          <label class="row">
            <span>B:</span>
            <select value={other} onChange={(event) => (other.value = event.currentTarget.value)}>
              {others.map((search) => (
                <option key={search.id} value={search.id}>
                  {titleOf(search)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label class="field">
          <span>Words that people look for, one in each line</span>
          <textarea rows={3} value={text} onInput={(event) => (text.value = event.currentTarget.value)} />
          <span class="hint">
            They stand in place of the first words of each search{left.mode === "json" ? `, or of ${PLACEHOLDER}` : ""}.
          </span>
        </label>
        {fault.value && <Failure fault={fault.value} />}
        <div class="framed">
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">{judged} judged</th>
                <th scope="col" class="num">
                  P@10
                </th>
                <th scope="col" class="num">
                  MRR
                </th>
                <th scope="col" class="num">
                  nDCG@10
                </th>
              </tr>
            </thead>
            <tbody>
              {scores.map((score, side) => (
                <tr key={side}>
                  <th scope="row">{side === 0 ? "A" : "B"}</th>
                  {[score.precision, score.rank, score.gain].map((value, place) => (
                    <td key={place} class="num">
                      {value === undefined ? "–" : value.toFixed(2)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p role="status">{verdict(scoreA?.gain, scoreB?.gain)}</p>
        <div class="switch" role="group" aria-label="Words to judge">
          {all.map((one, place) => (
            <button key={one} type="button" dir="auto" aria-pressed={one === words} onClick={() => (at.value = place)}>
              {one}
            </button>
          ))}
        </div>
        <div class="judged">
          {found.value.map((side, position) => (
            <Side
              key={position}
              name={position === 0 ? "A" : "B"}
              rows={side[words] ?? []}
              others={found.value[1 - position]?.[words] ?? []}
              grades={grades[words] ?? {}}
              onGrade={grade}
            />
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function verdict(a: number | undefined, b: number | undefined): string {
  if (a === undefined || b === undefined) return "Judge some hits: a click on 0 (wrong) to 3 (just right).";
  if (Math.abs(a - b) < 0.005) return "By what is judged so far, both are equally good.";
  return `By what is judged so far, ${a > b ? "A" : "B"} is better (nDCG@10 ${Math.max(a, b).toFixed(2)} against ${Math.min(a, b).toFixed(2)}).`;
}

function scoreOf(found: Found, all: readonly string[], grades: NonNullable<Search["grades"]>) {
  const each = all.map((words) => {
    const known = grades[words] ?? {};
    const list = (found[words] ?? []).map((row) => known[keyOf(row) ?? ""]);
    return {
      precision: precisionAt(list),
      rank: reciprocalRank(list),
      gain: normalizedGain(list, Object.values(known)),
    };
  });
  return {
    precision: mean(each.map(({ precision }) => precision)),
    rank: mean(each.map(({ rank }) => rank)),
    gain: mean(each.map(({ gain }) => gain)),
  };
}

interface SideProps {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly others: readonly Row[];
  readonly grades: Readonly<Record<string, number>>;
  readonly onGrade: (row: Row, grade: number) => void;
}

function Side({ name, rows, others, grades, onGrade }: SideProps) {
  return (
    <section aria-label={`Hits of ${name}`}>
      <h3>
        {name}: {rows.length} hits, {rows.filter((row) => others.some((one) => keyOf(one) === keyOf(row))).length} of
        them in both
      </h3>
      <ol>
        {rows.map((row, at) => (
          <li key={keyOf(row)}>
            <span class="num dim">{at + 1}</span>
            <span dir="auto" title={JSON.stringify(row._source)}>
              {titleOfHit(row)} <small class="dim">{moved(row, at, others)}</small>
            </span>
            <span class="switch" role="group" aria-label={`Judge ${titleOfHit(row)}`}>
              {GRADES.map((grade) => (
                <button
                  key={grade}
                  type="button"
                  title={GRADE_NAMES[grade]}
                  aria-label={`${grade}, ${GRADE_NAMES[grade]}`}
                  aria-pressed={grades[keyOf(row) ?? ""] === grade}
                  onClick={() => onGrade(row, grade)}
                >
                  {grade}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const titleOfHit = ({ _source, _id }: Row): string =>
  shown(
    _source["name"] ?? _source["title"] ?? Object.values(_source).find((value) => typeof value === "string") ?? _id,
  );

function moved(row: Row, at: number, others: readonly Row[]): string {
  const there = others.findIndex((one) => keyOf(one) === keyOf(row));
  if (there < 0) return "here only";
  return there === at ? "" : there > at ? `↑${there - at}` : `↓${at - there}`;
}
