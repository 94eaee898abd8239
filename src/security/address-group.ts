/** Whom an address stands for when attempts are counted: whoever has an IPv6 network has all addresses of it. */
import { isIPv6 } from "node:net";
import { formatIpAddress, parseIpAddress } from "../compat/ip-address.ts";

/** Bytes of an IPv6 address that name the network of a customer: /64. */
const NETWORK_BYTES = 8;

/** The address itself, or the network of one of IPv6. */
export function addressGroup(address: string): string {
  return isIPv6(address) && !address.includes("%")
    ? formatIpAddress(parseIpAddress(address).fill(0, NETWORK_BYTES))
    : address;
}
