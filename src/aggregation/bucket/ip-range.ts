/** One bucket for each range or network of addresses: `from` inclusive, `to` exclusive. */
import { READS } from "../../segment/field-reads.ts";
import { BodyReader, tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, parsingException } from "../../compat/errors.ts";
import { formatIpAddress, parseIpAddress } from "../../compat/ip-address.ts";
import { ipNetwork } from "../../compat/ip-network.ts";
import { type Json, isJsonObject } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import type { TermsReader } from "../../segment/segment-reader.ts";
import type { AggregationKind, BucketAggregation, Rendered, ResultBucket } from "../aggregation-kind.ts";
import { readBoolean, unsupportedToken, withinField } from "../declared-values.ts";
import { FixedBucketsCollector, type Sorter, emptyFixed, mergeFixed, renderFixed } from "../fixed/fixed-buckets.ts";
import { MISSING_ORDINAL, OrdinalValues } from "../values/ordinal-values.ts";
import { divisionOf } from "../tree/child-results.ts";
import { type ValuesSource, readValues } from "../values/values-source.ts";

const KIND = "ip_range";

/** Addresses of 16 bytes; undefined: open. */
interface AddressRange {
  readonly key: string;
  readonly from: Uint8Array | undefined;
  readonly to: Uint8Array | undefined;
}

interface AddressBucket extends ResultBucket {
  readonly range: AddressRange;
}

function readRanges(read: BodyReader): AddressRange[] {
  const ranges = read.json("ranges");
  if (ranges === undefined) return [];
  if (!Array.isArray(ranges)) throw unsupportedToken(read, "ranges", ranges);
  return withinField(read, "ranges", () => ranges.map(readRange)).sort(
    (left, right) => compareBounds(left.from, right.from, -1) || compareBounds(left.to, right.to, 1),
  );
}

/** `open` is the place of a bound that is not there: -1 before all others, 1 after them. */
function compareBounds(left: Uint8Array | undefined, right: Uint8Array | undefined, open: 1 | -1): number {
  if (left && right) return Buffer.compare(left, right);
  return open * (Number(left === undefined) - Number(right === undefined));
}

function readRange(range: Json): AddressRange {
  if (!isJsonObject(range)) throw parsingException(`[ranges] must contain objects, but hit a ${tokenName(range)}`);
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(range)) {
    if (!["key", "from", "to", "mask"].includes(name) || (typeof value === "object" && value !== null))
      throw parsingException(`Unexpected ip range parameter: [${name}]`);
    if (value !== null) texts.set(name, String(value));
  }
  const key = texts.get("key");
  const mask = texts.get("mask");
  if (mask !== undefined) return networkRange(mask, key);
  const from = texts.get("from");
  const to = texts.get("to");
  return {
    key: key ?? `${from ?? "*"}-${to ?? "*"}`,
    from: from === undefined ? undefined : parseIpAddress(from),
    to: to === undefined ? undefined : parseIpAddress(to),
  };
}

function networkRange(mask: string, key: string | undefined): AddressRange {
  const network = ipNetwork(mask);
  if (!network) throw illegalArgument(`Expected [ip/prefix] but was [${mask}]`);
  const from = network.from.some((byte) => byte !== 0) ? network.from : undefined;
  return { key: key ?? mask, from, to: following(network.to) };
}

/** The next address; undefined after the last one. */
function following(address: Uint8Array): Uint8Array | undefined {
  const next = address.slice();
  for (let at = next.length - 1; at >= 0; at--) {
    next[at] = (next[at]! + 1) & 0xff;
    if (next[at] !== 0) return next;
  }
  return undefined;
}

/** The number of terms below a bound. */
function ordinalOf(terms: TermsReader, bound: Uint8Array): number {
  let low = 0;
  let high = terms.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(terms.bytes(middle), bound) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isInside(address: Uint8Array, { from, to }: AddressRange): boolean {
  return (!from || Buffer.compare(address, from) >= 0) && (!to || Buffer.compare(address, to) < 0);
}

/** A document counts once in a range, however many of its addresses are inside. */
function sorter(
  values: OrdinalValues,
  terms: TermsReader | undefined,
  ranges: readonly AddressRange[],
  source: ValuesSource,
): Sorter {
  const from = ranges.map((range) => (terms && range.from ? ordinalOf(terms, range.from) : 0));
  const to = ranges.map((range) => (terms && range.to ? ordinalOf(terms, range.to) : Infinity));
  const { missing } = source;
  const absent = ranges.map((range) => missing instanceof Uint8Array && isInside(missing, range));
  const last = new Int32Array(ranges.length);
  return (docs, count, into) => {
    last.fill(-1);
    const loaded = values.load(docs, count);
    for (let i = 0; i < loaded; i++) {
      const ordinal = values.ordinals[i]!;
      const place = values.places[i]!;
      for (let r = 0; r < ranges.length; r++) {
        const inside = ordinal === MISSING_ORDINAL ? absent[r] : ordinal >= from[r]! && ordinal < to[r]!;
        if (!inside || last[r] === place) continue;
        last[r] = place;
        into.add(place, r);
      }
    }
  };
}

export const ipRange: AggregationKind = {
  name: KIND,
  summary: "One bucket for each range or network of addresses.",
  bucket: true,
  valueTypes: ["ip"],
  parse(name, body, children, context): BucketAggregation<readonly AddressBucket[], AddressBucket> {
    const read = new BodyReader(KIND, body, "object");
    const keyed = readBoolean(read, "keyed") ?? false;
    const ranges = readRanges(read);
    const values = readValues(name, read, context, {
      shapes: ["ordinals"],
      unmapped: "text",
      formattable: false,
      unscripted: true,
      onlyFormat: "ip",
    });
    const label = (buckets: readonly ResultBucket[]): AddressBucket[] =>
      buckets.map((bucket, place) => ({ ...bucket, range: ranges[place]! }));
    return {
      name,
      kind: KIND,
      children,
      divides: (searcher) => divisionOf(children, searcher),
      collector(shard) {
        const source = values.source();
        if (ranges.length === 0) throw illegalArgument(`No [ranges] specified for the [${name}] aggregation`);
        return new FixedBucketsCollector(children, shard, {
          size: ranges.length,
          sorterOf(reader) {
            const loader = new OrdinalValues(reader, source);
            return loader.any ? sorter(loader, reader.terms(source.path, READS.docValues), ranges, source) : undefined;
          },
          label,
        });
      },
      empty: () => label(emptyFixed(ranges.length, children)),
      merge: (partials, reduce) => mergeFixed(partials, children, reduce),
      render(buckets, rendering) {
        const rest = renderFixed(buckets, children, rendering);
        const shown = buckets.map(({ range: { from, to } }, place): Rendered => ({
          ...(from ? { from: formatIpAddress(from) } : {}),
          ...(to ? { to: formatIpAddress(to) } : {}),
          ...rest[place],
        }));
        if (!keyed) return { buckets: buckets.map(({ range: { key } }, place) => ({ key, ...shown[place] })) };
        const byKey: Rendered = {};
        buckets.forEach(({ range: { key } }, place) => put(byKey, key, shown[place]));
        return { buckets: byKey };
      },
      typeName: () => KIND,
      buckets: (buckets) => buckets,
      withBuckets: (_partial, buckets) => buckets,
      keyOf: (_partial, { range: { key } }) => ({ value: key, text: key }),
    };
  },
};
