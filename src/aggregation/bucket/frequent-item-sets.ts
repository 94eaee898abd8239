/** Sets of values that many documents have together. */
import { BodyReader, contentParseException } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { valueText } from "../../compat/value-text.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { isJsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import type { Aggregation, AggregationKind, AggregationParseContext, Rendered } from "../aggregation-kind.ts";
import { failedBuild, readInteger, readNumber, unsupportedToken, withinField } from "../declared-values.ts";
import { type Asked, type ItemSet, closedSets } from "../item-sets/closed-sets.ts";
import { TransactionCollector } from "../item-sets/transaction-collector.ts";
import { type Item, NO_TRANSACTIONS, type Transactions, mergeTransactions } from "../item-sets/transactions.ts";
import { acceptedKeys } from "../terms/accepted-keys.ts";
import { type TermRules, readTermRules } from "../terms/term-rules.ts";
import { type ValueFormat, numberText, termText } from "../values/value-format.ts";
import { type RequestedValues, readFieldConfig } from "../values/values-source.ts";

const KIND = "frequent_item_sets";
const DEFAULT_SUPPORT = 0.01;
const DEFAULT_SIZE = 10;
const HINTS = ["global_ordinals", "map"];

interface AskedField {
  readonly values: RequestedValues;
  readonly rules: TermRules | undefined;
}

/** How the values of a field are shown. */
interface Shown {
  readonly format: ValueFormat;
  readonly fractional: boolean;
}

interface SetsPartial {
  /** By field; undefined where the field is not mapped. */
  readonly shown: readonly (Shown | undefined)[];
  readonly transactions: Transactions;
  /** Of a merged result. */
  readonly found?: readonly ItemSet[];
}

export const frequentItemSets: AggregationKind = {
  name: KIND,
  summary: "Sets of values of fields that many documents have together.",
  bucket: true,
  valueTypes: ["boolean", "date", "ip", "keyword", "numeric"],
  parse(name, body, { aggregations, pipelines }, context): Aggregation<SetsPartial> {
    if (aggregations.length > 0 || pipelines.length > 0)
      throw illegalArgument(`Aggregator [${name}] of type [${KIND}] cannot accept sub-aggregations`);
    const read = new BodyReader(KIND, body, "object");
    const fields = readFields(read, name, context);
    const asked = readAsked(read, name);
    const given = read.json("filter");
    const filter = given === undefined ? undefined : withinField(read, "filter", () => context.parseQuery(given));
    readHint(read);
    read.end();
    if (!fields) throw illegalArgument("Required [fields]");
    return {
      name,
      kind: KIND,
      collector(shard) {
        const sources = fields.map(({ values }) => values.on(shard));
        const keys = sources.map((source, at) =>
          source.mapped
            ? acceptedKeys({ name, rules: fields[at]!.rules, nowMs: context.nowMs }, source, shard)
            : undefined,
        );
        const collector = new TransactionCollector(keys, filter, shard);
        const shown = sources.map(({ mapped, format, fractional }) => (mapped ? { format, fractional } : undefined));
        return {
          segment: (reader, operators) => collector.segment(reader, operators),
          results: (buckets) => collector.results(buckets).map((transactions) => ({ shown, transactions })),
        };
      },
      empty: () => ({ shown: [], transactions: NO_TRANSACTIONS }),
      merge(shards, reduce) {
        const transactions = mergeTransactions(shards.map((shard) => shard.transactions));
        const shown = fields.map((_, at) => shards.find((shard) => shard.shown[at])?.shown[at]);
        const found = closedSets(transactions, asked, () => reduce.step?.());
        reduce.countBuckets(found.length);
        return { shown, transactions: { ...transactions, sets: [], counts: [] }, found };
      },
      render: (partial) => ({ buckets: (partial.found ?? []).map((set) => renderSet(set, partial, fields)) }),
      typeName: () => KIND,
    };
  },
};

function readFields(read: BodyReader, name: string, context: AggregationParseContext): AskedField[] | undefined {
  const given = read.json("fields");
  if (given === undefined) return undefined;
  const configs = Array.isArray(given) ? given : [given];
  return withinField(read, "fields", () =>
    configs.map((config) => {
      if (!isJsonObject(config)) throw unsupportedToken(read, "fields", config);
      if (Object.hasOwn(config, "script")) throw contentParseException("[field_config] unknown field [script]");
      let rules: TermRules | undefined;
      const also = (one: BodyReader): void => void (rules = readTermRules(one));
      const values = readFieldConfig(name, { kind: KIND, also }, config, context, {
        shapes: ["numbers", "ordinals"],
        unmapped: "text",
        formattable: true,
      });
      return { values, rules };
    }),
  );
}

function readAsked(read: BodyReader, name: string): Asked {
  const leastSupport = readNumber(read, "minimum_support") ?? DEFAULT_SUPPORT;
  const leastItems = readInteger(read, "minimum_set_size") ?? 1;
  const size = readInteger(read, "size") ?? DEFAULT_SIZE;
  const refuse = (why: string): never => {
    throw failedBuild(KIND, illegalArgument(`${why} in [${name}]`));
  };
  if (leastSupport <= 0 || leastSupport > 1)
    refuse(`[minimum_support] must be greater than 0 and less or equal to 1. Found [${leastSupport}]`);
  if (leastItems <= 0) refuse(`[minimum_set_size] must be greater than 0. Found [${leastItems}]`);
  if (size <= 0) refuse(`[size] must be greater than 0. Found [${size}]`);
  return { leastSupport, leastItems, size };
}

/** The result is the same. */
function readHint(read: BodyReader): void {
  const hint = read.json("execution_hint");
  if (hint === undefined || (typeof hint === "string" && HINTS.includes(hint))) return;
  throw failedBuild(
    KIND,
    illegalArgument(`[execution_hint] must be one of [${HINTS.join(",")}]. Found [${valueText(hint)}]`),
  );
}

function renderSet({ items, count }: ItemSet, partial: SetsPartial, fields: readonly AskedField[]): Rendered {
  const { transactions, shown } = partial;
  const key: Rendered = {};
  for (const [at, { values }] of fields.entries()) {
    const own = items.map((item) => transactions.items[item]!).filter(({ field }) => field === at);
    if (own.length > 0)
      put(
        key,
        values.fieldName,
        own.map((item) => renderItem(item, shown[at])),
      );
  }
  return { key, doc_count: count, support: float64Text(count / transactions.documents) };
}

function renderItem({ key }: Item, shown: Shown | undefined): unknown {
  if (!shown) return key;
  if (typeof key === "string") return termText(shown.format, Buffer.from(key, "latin1"));
  return numberText(shown.format, key) ?? (shown.fractional ? float64Text(Number(key)) : key);
}
