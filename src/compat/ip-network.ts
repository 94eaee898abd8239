/** Networks of IP addresses: `10.0.0.0/8`, `2001:db8::/32`. */
import { isIPv4, isIPv6 } from "node:net";
import { illegalArgument } from "./errors.ts";
import { numberFormat } from "./body-reader.ts";
import { parseIpAddress } from "./ip-address.ts";

/**
 * First and last address of a network, in 16 bytes; undefined when `text` is not in CIDR notation. Throws 400 for an
 * invalid network.
 */
export function ipNetwork(text: string): { from: Uint8Array; to: Uint8Array } | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) return undefined;
  const address = text.slice(0, slash);
  const lengthText = text.slice(slash + 1);
  if (!isIPv4(address) && !isIPv6(address)) throw illegalArgument(`'${address}' is not an IP string literal.`);
  if (!/^\d+$/.test(lengthText)) throw numberFormat(lengthText);
  const length = Number(lengthText);
  const bits = isIPv4(address) ? 32 : 128;
  if (length > bits) {
    throw illegalArgument(
      `Illegal prefix length [${length}] in [${text}]. Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges`,
    );
  }
  const bytes = parseIpAddress(address);
  const kept = 128 - bits + length;
  return { from: masked(bytes, kept, 0x00), to: masked(bytes, kept, 0xff) };
}

/** The address with all bits after the first `kept` replaced by `fill`. */
function masked(bytes: Uint8Array, kept: number, fill: number): Uint8Array {
  return bytes.map((byte, index) => {
    const own = Math.max(0, Math.min(8, kept - index * 8));
    const mask = (0xff << (8 - own)) & 0xff;
    return (byte & mask) | (fill & ~mask & 0xff);
  });
}
