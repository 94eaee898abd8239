/**
 * terms and date_histogram over all documents of one segment; `BENCH_DOCS` sets their number (1,000,000 for published
 * figures).
 */
import { bench, describe } from "vitest";
import type { JsonObject } from "../core/json.ts";
import { MemoryPool } from "../segment/memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../segment/memory-segment-builder.ts";
import { numbersFrom } from "../testing/segment/segment-model.ts";
import { openSegment } from "../segment/shared-segment-reader.ts";
import {
  type TestShard,
  collect,
  testAggregations,
  testMapping,
  testShard,
} from "../testing/aggregation/aggregation-harness.ts";

const count = Number(process.env["BENCH_DOCS"] ?? 10_000);
const mapping = testMapping({
  color: { type: "keyword" },
  user: { type: "keyword" },
  at: { type: "date" },
  price: { type: "double" },
  amount: { type: "integer" },
  tags: { type: "keyword" },
});

function benchShard(): TestShard {
  const builder = new MemorySegmentBuilder({ pool: new MemoryPool(0), scratchSlots: 1 });
  const next = numbersFrom(7);
  const fields = Object.fromEntries(
    ["color", "user", "at", "price", "amount", "tags"].map((name) => [name, builder.field(mapping.field(name)!.spec)]),
  );
  const term = (field: string, text: string): void => {
    const bytes = Buffer.from(text);
    builder.addOrdinalTerm(fields[field]!, bytes, 0, bytes.length);
  };
  for (let i = 0; i < count; i++) {
    builder.start(String(i), i, 1);
    term("color", `color${Math.floor(next() ** 2 * 50)}`);
    term("user", `user${Math.floor(next() * count * 0.2)}`);
    for (let tag = 0; tag < 3; tag++) term("tags", `tag${Math.floor(next() ** 2 * 300)}`);
    builder.addNumber(fields["at"]!, 1_600_000_000_000 + i * 20_000);
    builder.addNumber(fields["price"]!, Math.round(next() * 10_000) / 100);
    builder.addNumber(fields["amount"]!, Math.floor(next() * 1000));
    builder.end(0, 0);
  }
  const empty = testShard(mapping, []);
  return {
    mapping,
    view: { ...empty.view, segments: [openSegment(builder.build(0).segment)], liveDocs: [undefined], maxDoc: count },
  };
}

const shard = benchShard();

function measure(name: string, aggs: JsonObject): void {
  const parsed = testAggregations(mapping, aggs);
  bench(name, () => void collect(shard, parsed), { iterations: 5, time: 200, warmupIterations: 2, warmupTime: 0 });
}

describe(`${count} documents`, () => {
  measure("nothing", {});
  measure("terms of 50 keywords", { a: { terms: { field: "color" } } });
  measure("terms of many keywords", { a: { terms: { field: "user" } } });
  measure("terms of several keywords", { a: { terms: { field: "tags" } } });
  measure("terms with a sum", { a: { terms: { field: "color" }, aggs: { s: { sum: { field: "price" } } } } });
  measure("terms in terms", { a: { terms: { field: "color" }, aggs: { t: { terms: { field: "tags" } } } } });
  measure("terms of numbers", { a: { terms: { field: "amount" } } });
  measure("date_histogram by day", { a: { date_histogram: { field: "at", calendar_interval: "day" } } });
  measure("date_histogram by month in a zone", {
    a: { date_histogram: { field: "at", calendar_interval: "month", time_zone: "Europe/Berlin" } },
  });
  measure("date_histogram with stats", {
    a: { date_histogram: { field: "at", calendar_interval: "day" }, aggs: { s: { stats: { field: "price" } } } },
  });
  measure("histogram", { a: { histogram: { field: "price", interval: 5 } } });
  measure("range", { a: { range: { field: "price", ranges: [{ to: 20 }, { from: 20, to: 60 }, { from: 60 }] } } });
  measure("stats", { a: { stats: { field: "price" } } });
  measure("cardinality", { a: { cardinality: { field: "user" } } });
  measure("cardinality of numbers", { a: { cardinality: { field: "amount" } } });
  measure("filter", { a: { filter: { term: { color: "color3" } } } });
});
