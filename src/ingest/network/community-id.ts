/** Identifiers of flows, the same for both directions (Community ID specification, version 1). */
import { createHash } from "node:crypto";

export interface Flow {
  /** Bytes of the addresses: 4 or 16. */
  readonly source: Uint8Array;
  readonly destination: Uint8Array;
  readonly protocol: number;
  /** Undefined for protocols without ports. For ICMP: type and code, or the type of the answer. */
  readonly ports: readonly [number, number] | undefined;
  /** Whether the two ends may change places: not for ICMP messages that go one way. */
  readonly oneWay: boolean;
  readonly seed: number;
}

export function communityId({ source, destination, protocol, ports, oneWay, seed }: Flow): string {
  const order = Buffer.compare(source, destination);
  const swaps = !oneWay && (order > 0 || (order === 0 && ports !== undefined && ports[0] > ports[1]));
  const [from, to] = swaps ? [destination, source] : [source, destination];
  const [first, second] = swaps && ports ? [ports[1], ports[0]] : (ports ?? [0, 0]);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(seed);
  const tail = Buffer.alloc(ports ? 6 : 2);
  tail.writeUInt8(protocol, 0);
  if (ports) {
    tail.writeUInt16BE(first, 2);
    tail.writeUInt16BE(second, 4);
  }
  return `1:${createHash("sha1").update(head).update(from).update(to).update(tail).digest("base64")}`;
}
