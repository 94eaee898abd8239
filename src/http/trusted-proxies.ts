/**
 * Which proxies are believed, and who the client behind them is: one answer for throttling, cookies and the audit
 * trail.
 */
import { BlockList, isIP, isIPv4 } from "node:net";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The other end of a request, as far as it is known for certain. */
export interface Client {
  readonly address: string;
  /** Whether the client speaks TLS, with us or with a trusted proxy. */
  readonly secure: boolean;
}

/** What stands for an address that cannot be told: the socket is gone already. */
const UNKNOWN_ADDRESS = "255.255.255.255";
const MAPPED = "::ffff:";

/** Networks whose `X-Forwarded-For` and `X-Forwarded-Proto` count. */
export class TrustedProxies {
  /** As it was given. */
  readonly text: string;
  readonly #networks: BlockList | undefined;

  /**
   * Addresses and networks (`10.0.0.7`, `10.0.0.0/8`, `fd00::/8`), separated by commas; empty: nobody is believed.
   * Throws RangeError with the part that is none.
   */
  constructor(text = "") {
    this.text = text;
    const parts = text.split(",").map((part) => part.trim());
    const networks = parts.filter((part) => part !== "");
    if (networks.length === 0) return;
    this.#networks = new BlockList();
    for (const network of networks) addNetwork(this.#networks, network);
  }

  /** Whether the other end of a connection is one of them. */
  trusts(address: string): boolean {
    if (!this.#networks || isIP(address) === 0) return false;
    return this.#networks.check(address, isIPv4(address) ? "ipv4" : "ipv6");
  }

  /**
   * The client of a request over a connection with `peer`: the last address, read from the right, that is no trusted
   * proxy.
   */
  clientOf(peer: Client, headers: Headers): Client {
    if (!this.trusts(peer.address)) return peer;
    const hops = listOf(headers["x-forwarded-for"]);
    let { address } = peer;
    for (let at = hops.length - 1; at >= 0 && this.trusts(address); at--) {
      const hop = hopAddress(hops[at] ?? "");
      // What stands behind something unreadable was not said by a trusted proxy.
      if (hop === undefined) break;
      address = hop;
    }
    return { address, secure: peer.secure || listOf(headers["x-forwarded-proto"])[0]?.toLowerCase() === "https" };
  }
}

/** An address as it is compared and kept: one of IPv4 is IPv4, however the socket tells it; no zone. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined || address === "") return UNKNOWN_ADDRESS;
  const [bare = ""] = address.split("%");
  if (!bare.toLowerCase().startsWith(MAPPED)) return bare;
  const rest = bare.slice(MAPPED.length);
  if (isIPv4(rest)) return rest;
  const groups = rest.split(":").map((group) => Number.parseInt(group, 16));
  const [high = 0, low = 0] = groups;
  return groups.length === 2 ? `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}` : bare;
}

function addNetwork(networks: BlockList, text: string): void {
  const [address = "", length, ...more] = text.split("/");
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  if (version === 0 || address.includes("%") || more.length > 0) throw new RangeError(text);
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > bits)) throw new RangeError(text);
  networks.addSubnet(address, Number(length ?? bits), version === 4 ? "ipv4" : "ipv6");
}

function listOf(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return (Array.isArray(header) ? header.join(",") : header).split(",").map((part) => part.trim());
}

/** `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::1`, `[2001:db8::1]:4711`; undefined for anything else. */
function hopAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : plainAddress(bare);
}
