/** The plan of a join: the ids of one side are gathered over all segments, then looked up on the other. */
import { javaFloat } from "../../core/float32.ts";
import { isLive } from "../../segment/live-docs.ts";
import { PostingsReader } from "../../segment/postings/postings-reader.ts";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import { PredicateOperator } from "../execution/predicate.ts";
import { ScoredDocsOperator } from "../execution/scored-docs.ts";
import type { OperatorContext } from "../operator.ts";
import { TESTED_DOCS } from "../plan-cost.ts";
import type { Explanation, Plan, PlanOptions, SearcherView } from "../query.ts";
import { explained, unmatched } from "../scoring/explanation.ts";
import { hasField } from "../term/posting-of.ts";

/** How the scores of the other side become one, and how many of it there must be. */
export interface JoinScoring {
  /** `none`: every match scores 1. */
  readonly mode: "avg" | "max" | "min" | "none" | "sum";
  readonly least: number;
  readonly most: number;
}

export interface PlannedJoin {
  readonly path: string;
  readonly description: string;
  readonly scoring: JoinScoring;
  readonly from: Plan;
  readonly to: Plan;
  /** The documents of the shard. */
  readonly searcher: SearcherView;
}

/** What was found for one id. */
interface Found {
  count: number;
  score: number;
}

export function planJoin(join: PlannedJoin, { scored, boost }: PlanOptions): Plan {
  const { path, from, to, searcher, scoring } = join;
  const weight = Math.fround(boost);
  let all: ReadonlyMap<string, Found> | undefined;
  const scoreOf = (found: Found): number =>
    Math.fround((scoring.mode === "none" ? 1 : scoreIn(found, scoring.mode)) * weight);
  const fits = (found: Found | undefined): found is Found =>
    found !== undefined && found.count >= scoring.least && found.count <= scoring.most;
  return {
    kind: "GlobalOrdinalsQuery",
    description: join.description,
    children: [from, to],
    profiled: [],
    operator(context) {
      const outer = to.operator(context);
      const idOf = outer && idsIn(context.reader, path);
      if (!outer || !idOf) return undefined;
      all ??= gather(join, context, scored && scoring.mode !== "none");
      const found = all;
      if (found.size === 0) return undefined;
      const matching = new PredicateOperator(context, outer, (doc) => fits(found.get(idOf(doc) ?? "")));
      if (!scored) return matching;
      return new ScoredDocsOperator(context, matching, (doc) => scoreOf(found.get(idOf(doc) ?? "")!));
    },
    cost: (segment) =>
      searcher.segments.reduce((sum, own) => sum + (own.field(path)?.docsWithField ?? 0), 0) +
      (segment.field(path)?.docsWithField ?? 0) * TESTED_DOCS,
    explain(segment, doc): Explanation {
      const id = hasField(segment, path, doc) ? idsIn(segment, path)?.(doc) : undefined;
      if (id === undefined || !to.explain(segment, doc).match) return unmatched("Not a match");
      const found = relatedTo(join, id);
      if (!fits(found)) return unmatched("Not a match");
      const boosted = weight === 1 ? "" : `^${javaFloat(weight)}`;
      return explained(scored ? scoreOf(found) : 0, `A match, join value ${id}${boosted}`);
    },
  };
}

function scoreIn({ score, count }: Found, mode: JoinScoring["mode"]): number {
  return Math.fround(mode === "avg" ? score / count : score);
}

function add(found: Found | undefined, score: number, mode: JoinScoring["mode"]): Found {
  if (!found) return { count: 1, score };
  found.count++;
  if (mode === "max") found.score = Math.max(found.score, score);
  else if (mode === "min") found.score = Math.min(found.score, score);
  else found.score = Math.fround(found.score + score);
  return found;
}

/** Memory of one id, roughly. */
const ID_BYTES = 128;

/** The ids of the matches of `from`, over all segments. */
function gather(join: PlannedJoin, context: OperatorContext, scored: boolean): ReadonlyMap<string, Found> {
  const { path, from, searcher, scoring } = join;
  const all = new Map<string, Found>();
  let counted = 0;
  for (const [number, segment] of searcher.segments.entries()) {
    const idOf = idsIn(segment, path);
    const within = context.within(segment);
    const operator = idOf && from.operator(within);
    if (!idOf || !operator) continue;
    const window = within.window();
    const live = searcher.liveDocs[number];
    for (let base = operator.nextWindow(0); base !== NO_MORE_DOCS; base = operator.nextWindow(base + WINDOW_DOCS)) {
      context.checkpoint();
      if (!operator.fill(base, window, scored)) continue;
      const { bits, scores } = window;
      for (let word = 0; word < bits.length; word++) {
        for (let left = bits[word]!; left !== 0; left &= left - 1) {
          const place = word * 32 + 31 - Math.clz32(left & -left);
          const id = isLive(live, base + place) ? idOf(base + place) : undefined;
          if (id !== undefined) all.set(id, add(all.get(id), scored ? Math.fround(scores[place]!) : 1, scoring.mode));
        }
      }
      searcher.planning?.reserve((all.size - counted) * ID_BYTES);
      counted = all.size;
    }
  }
  return all;
}

/** The id of a document; undefined: it has none. */
/** The id that a document has in a join field. */
export function idsIn(segment: SegmentReader, path: string): ((doc: number) => string | undefined) | undefined {
  const column: ColumnReader | undefined = segment.column(path);
  const terms = segment.terms(path);
  if (!column || !terms) return undefined;
  const { starts, values } = column;
  const presence = segment.presence(path);
  return (doc) => {
    if (starts) return starts[doc]! < starts[doc + 1]! ? terms.text(Number(values[starts[doc]!])) : undefined;
    const has = presence === undefined || ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1;
    return has ? terms.text(Number(values[doc])) : undefined;
  };
}

/** What `from` matches of the documents with an id: the few are looked at one by one. */
function relatedTo({ path, from, searcher, scoring }: PlannedJoin, id: string): Found | undefined {
  let found: Found | undefined;
  const bytes = new TextEncoder().encode(id);
  for (const [number, segment] of searcher.segments.entries()) {
    const ordinal = segment.terms(path)?.find(bytes) ?? -1;
    const directory = segment.field(path)?.terms;
    if (ordinal < 0 || !directory || directory.detail === "none") continue;
    const reader = new PostingsReader(segment.data, directory);
    reader.open(ordinal);
    for (let count = reader.nextBlock(); count > 0; count = reader.nextBlock()) {
      for (const doc of reader.docs.slice(0, count)) {
        const own = isLive(searcher.liveDocs[number], doc) ? from.explain(segment, doc) : undefined;
        if (own?.match) found = add(found, scoring.mode === "none" ? 1 : Math.fround(own.value), scoring.mode);
      }
    }
  }
  return found;
}
