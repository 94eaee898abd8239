/** One bucket for each network of addresses. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { formatIpAddress } from "../../compat/ip-address.ts";
import type { AggregationKind, BucketAggregation, Rendered } from "../aggregation-kind.ts";
import { failedField, readBoolean, readInteger } from "../declared-values.ts";
import { KeyedCollector } from "../keyed/keyed-collector.ts";
import { type KeyedBucket, compareKeys, gatherBuckets, mergeGathered } from "../keyed/keyed-buckets.ts";
import { renderChildren } from "../tree/child-results.ts";
import { termsOfDocuments } from "../keyed/terms-of-documents.ts";
import { readValues } from "../values/values-source.ts";

const KIND = "ip_prefix";
const MOST_BUCKETS = 2 ** 31 - 1;

interface Network {
  /** Bits of the 16 bytes that are kept. */
  readonly bits: number;
  readonly length: number;
  readonly isIpv6: boolean;
}

function readNetwork(read: BodyReader): Network {
  const isIpv6 = readBoolean(read, "is_ipv6") ?? false;
  const most = isIpv6 ? 128 : 32;
  const length = readInteger(read, "prefix_length");
  const why = (value: number): string => `[prefix_length] must be in range [0, ${most}] while value is [${value}]`;
  if (length !== undefined && length < 0) throw failedField(read, "prefix_length", illegalArgument(why(length)));
  if (length === undefined || length > most) throw illegalArgument(why(length ?? -1));
  return { bits: isIpv6 ? length : 96 + length, length, isIpv6 };
}

function readMinimum(read: BodyReader): number {
  const count = readInteger(read, "min_doc_count") ?? 1;
  if (count >= 1) return count;
  const why = `[min_doc_count] must be in range [1, ${MOST_BUCKETS}] while value is [${count}]`;
  throw failedField(read, "min_doc_count", illegalArgument(why));
}

/** The network of an address as Latin-1 text. IPv6 addresses lose what an IPv4 network does not show. */
function networkOf(address: Uint8Array, { bits, isIpv6 }: Network): string {
  const kept = Buffer.alloc(16);
  for (let at = isIpv6 ? 0 : 12; at < 16; at++) {
    const own = Math.max(0, Math.min(8, bits - at * 8));
    kept[at] = address[at]! & (0xff << (8 - own));
  }
  if (!isIpv6) kept.fill(0xff, 10, 12);
  return kept.toString("latin1");
}

export const ipPrefix: AggregationKind = {
  name: KIND,
  summary: "One bucket for each network of addresses.",
  bucket: true,
  valueTypes: ["ip"],
  parse(name, body, children, context): BucketAggregation<readonly KeyedBucket[], KeyedBucket> {
    const read = new BodyReader(KIND, body, "object");
    const network = readNetwork(read);
    const appended = readBoolean(read, "append_prefix_length") ?? false;
    const keyed = readBoolean(read, "keyed") ?? false;
    const minimum = readMinimum(read);
    const values = readValues(name, read, context, {
      shapes: ["ordinals"],
      unmapped: "text",
      formattable: false,
      onlyFormat: "ip",
    });
    const { length, isIpv6 } = network;
    const mask = networkOf(new Uint8Array(16).fill(0xff), network);
    const address = (key: string): string => formatIpAddress(Buffer.from(key, "latin1"));
    const text = ({ key }: KeyedBucket): string => `${address(String(key))}${appended ? `/${length}` : ""}`;
    return {
      name,
      kind: KIND,
      children,
      collector(shard) {
        const source = values.source();
        const keys = termsOfDocuments(source, (term) => networkOf(term, network));
        return new KeyedCollector({ children, keys, result: (buckets) => buckets }, shard);
      },
      empty: () => [],
      merge(shards, reduce) {
        const kept = gatherBuckets(shards).filter(({ docCount }) => docCount >= minimum);
        return mergeGathered(kept.sort(compareKeys), children, reduce);
      },
      render(buckets, rendering) {
        const shown = buckets.map((bucket): Rendered => ({
          ...(isIpv6 ? {} : { netmask: address(mask) }),
          doc_count: bucket.docCount,
          is_ipv6: isIpv6,
          prefix_length: length,
          ...renderChildren(children, bucket.children, rendering),
        }));
        if (keyed) return { buckets: Object.fromEntries(buckets.map((bucket, place) => [text(bucket), shown[place]])) };
        return { buckets: buckets.map((bucket, place) => ({ key: text(bucket), ...shown[place] })) };
      },
      typeName: () => KIND,
      buckets: (buckets) => buckets,
      withBuckets: (_partial, buckets) => buckets,
      keyOf: (_partial, bucket) => ({ value: text(bucket), text: text(bucket) }),
    };
  },
};
