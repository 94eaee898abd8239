/**
 * A plan without scores that may read its matches from the query cache or add them to it (Lucene's
 * `CachingWrapperWeight`).
 */
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { type Expression, matchKeyOf } from "../expression.ts";
import type { Operator, OperatorContext } from "../operator.ts";
import { DocSetOperator } from "./doc-set-operator.ts";
import type { Explanation, Plan, PlanOptions, SearcherView } from "../query.ts";
import { usesToKeep } from "./caching-policy.ts";
import { type DocSet, docSetOf } from "./doc-set.ts";
import type { RequestQueryCache } from "./query-cache.ts";
import { costOf } from "../plan-cost.ts";

/** A filter that tests documents one by one is not cached when this many times fewer documents need testing. */
const SKIP_FACTOR = 10;
/**
 * Limits on building a set while a request must finish soon: documents read in bulk, and documents tested one by one.
 */
const BRIEF_DOCS = 131_072;
const BRIEF_CHECKS = 8_192;

/** Plans an expression. When its scores are not needed, its matches may come from the cache. */
export function planExpression(expression: Expression, searcher: SearcherView, options: PlanOptions): Plan {
  const plan = expression.plan(searcher, options);
  const { queryCache } = searcher;
  // A wrapper has planned its inner expression through the cache already.
  if (options.scored || !queryCache || expression.isWrapper) return plan;
  const uses = usesToKeep(expression.type);
  if (uses === Number.POSITIVE_INFINITY) return plan;
  const key = matchKeyOf(expression);
  return queryCache.shard.takes(key) ? new CachedPlan(plan, { cache: queryCache, key, uses }) : plan;
}

interface Caching {
  readonly cache: RequestQueryCache;
  readonly key: string;
  /** Number of uses from which on the matches are cached. */
  readonly uses: number;
}

class CachedPlan implements Plan {
  readonly kind: string;
  readonly children: readonly Plan[];
  readonly scoring: readonly Plan[] | undefined;
  readonly profiled: readonly Plan[] | undefined;
  readonly name: string | undefined;
  readonly #plan: Plan;
  readonly #caching: Caching;
  /** Lookup results, so that each segment is looked up once. */
  readonly #found = new Map<SegmentReader, DocSet | undefined>();
  /** Recent uses, this one included; -1 while unknown. */
  #uses = -1;

  constructor(plan: Plan, caching: Caching) {
    this.kind = plan.kind;
    this.children = plan.children;
    this.scoring = plan.scoring;
    this.profiled = plan.profiled;
    this.name = plan.name;
    this.#plan = plan;
    this.#caching = caching;
  }

  get description(): string {
    return this.#plan.description;
  }

  operator(context: OperatorContext, leadCost = Number.POSITIVE_INFINITY): Operator | undefined {
    const { reader } = context;
    if (!this.#caching.cache.segments.has(reader)) return this.#plan.operator(context, leadCost);
    const known = this.#find(reader);
    if (known) return operatorOf(context, known);
    const operator = this.#plan.operator(context, leadCost);
    if (!operator || !this.#isWorthwhile(operator, leadCost)) return operator;
    const { cache, key } = this.#caching;
    const set = docSetOf(operator, context);
    cache.shard.put(reader, key, set);
    this.#found.set(reader, set);
    return operatorOf(context, set);
  }

  count(segment: SegmentReader): number | undefined {
    const known = this.#caching.cache.segments.has(segment) ? this.#find(segment) : undefined;
    return known ? known.count : this.#plan.count?.(segment);
  }

  cost(segment: SegmentReader): number {
    return this.count(segment) ?? costOf(this.#plan, segment);
  }

  explain(segment: SegmentReader, doc: number): Explanation {
    return this.#plan.explain(segment, doc);
  }

  #find(segment: SegmentReader): DocSet | undefined {
    if (this.#found.has(segment)) return this.#found.get(segment);
    const { cache, key } = this.#caching;
    if (this.#uses < 0) this.#uses = cache.shard.used(key);
    const set = cache.shard.find(segment, key);
    this.#found.set(segment, set);
    return set;
  }

  #isWorthwhile({ cost, twoPhase }: Operator, leadCost: number): boolean {
    const { cache, uses } = this.#caching;
    if (this.#uses < uses || (twoPhase && cost / SKIP_FACTOR > leadCost)) return false;
    return !cache.isBrief || cost <= (twoPhase ? BRIEF_CHECKS : BRIEF_DOCS);
  }
}

function operatorOf(context: OperatorContext, set: DocSet): Operator | undefined {
  return set.count === 0 ? undefined : new DocSetOperator(context, set);
}
