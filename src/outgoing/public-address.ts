/**
 * Whether an address belongs to the public internet. Everything else is refused as a target of webhooks and
 * inference endpoints: what answers there may trust whoever reaches it. By IANA's registries of special-purpose
 * addresses (RFC 6890 and its updates).
 */
import { isIP } from "node:net";
import { parseIpAddress } from "../compat/ip-address.ts";

const MAPPED_BITS = 96;

/** A range as its first address and the number of leading bits that count. */
interface Range {
  readonly bytes: Uint8Array;
  readonly bits: number;
}

/** IPv4 ranges that are not public, and the address by which Azure's machines reach their host. */
export const DENIED_IPV4: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/**
 * IPv6 ranges within 2000::/3 that are not public: special protocols (Teredo among them), documentation, 6to4, segment
 * routing.
 */
export const DENIED_IPV6: readonly string[] = [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
];

/** What is given out to the public at all. */
const GLOBAL_UNICAST = range("2000::/3");
/**
 * IPv6 forms of IPv4 addresses: mapped, and translated (NAT64). What counts is the IPv4 address in the last four bytes.
 */
const IPV4_FORMS = ["::ffff:0:0/96", "64:ff9b::/96"].map(range);

const deniedIpv4 = DENIED_IPV4.map((text) => range(text));
const deniedIpv6 = DENIED_IPV6.map(range);

/** False for anything that is no address, too. */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) names an interface of this machine.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const bytes = parseIpAddress(address);
  if (IPV4_FORMS.some((form) => contains(form, bytes)))
    return !deniedIpv4.some((denied) => contains(denied, mapped(bytes)));
  return contains(GLOBAL_UNICAST, bytes) && !deniedIpv6.some((denied) => contains(denied, bytes));
}

function range(text: string): Range {
  const [address = "", bits = ""] = text.split("/");
  return { bytes: parseIpAddress(address), bits: Number(bits) + (address.includes(":") ? 0 : MAPPED_BITS) };
}

/** The mapped form (`::ffff:a.b.c.d`) of the IPv4 address in the last four bytes. */
function mapped(bytes: Uint8Array): Uint8Array {
  const form = new Uint8Array(bytes.length);
  form.fill(0xff, 10, 12);
  form.set(bytes.subarray(12), 12);
  return form;
}

function contains({ bytes: first, bits }: Range, bytes: Uint8Array): boolean {
  const whole = bits >> 3;
  for (let at = 0; at < whole; at++) if (first[at] !== bytes[at]) return false;
  const rest = bits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return ((first[whole] ?? 0) & mask) === ((bytes[whole] ?? 0) & mask);
}
