/** IP addresses as 16 bytes (IPv4 as IPv4-mapped IPv6), the form in which Lucene's InetAddressPoint compares them. */
import { isIPv4, isIPv6 } from "node:net";
import { illegalArgument } from "./errors.ts";

/**
 * The 16 bytes of an address; the zone of an IPv6 address (`%eth0`) is dropped. Throws 400 `illegal_argument_exception`
 * for an invalid address.
 */
export function parseIpAddress(text: string): Uint8Array {
  const bytes = new Uint8Array(16);
  if (isIPv4(text)) {
    bytes[10] = 0xff;
    bytes[11] = 0xff;
    writeIPv4(text, bytes, 12);
    return bytes;
  }
  if (!isIPv6(text)) throw illegalArgument(`'${text}' is not an IP string literal.`);
  const [address = ""] = text.split("%");
  const lastColon = address.lastIndexOf(":");
  let groupsText = address;
  const embedded = address.includes(".");
  if (embedded) {
    writeIPv4(address.slice(lastColon + 1), bytes, 12);
    groupsText = address.slice(0, address[lastColon - 1] === ":" ? lastColon + 1 : lastColon);
  }
  const end = embedded ? 12 : 16;
  const [head = "", tail] = groupsText.split("::");
  const headGroups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  headGroups.forEach((group, index) => writeGroup(group, bytes, index * 2));
  tailGroups.forEach((group, index) => writeGroup(group, bytes, end - (tailGroups.length - index) * 2));
  return bytes;
}

/**
 * The address as text: IPv4 if it is IPv4-mapped, otherwise IPv6 with the longest run of zeros abbreviated (RFC 5952).
 */
export function formatIpAddress(bytes: Uint8Array): string {
  if (isMappedIPv4(bytes)) return `${bytes[12]}.${bytes[13]}.${bytes[14]}.${bytes[15]}`;
  const groups: number[] = [];
  for (let index = 0; index < 16; index += 2) groups.push((bytes[index]! << 8) | bytes[index + 1]!);
  const { start, length } = longestZeros(groups);
  const text = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(":");
  if (length < 2) return text(groups);
  return `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`;
}

function isMappedIPv4(bytes: Uint8Array): boolean {
  for (let index = 0; index < 10; index++) if (bytes[index] !== 0) return false;
  return bytes[10] === 0xff && bytes[11] === 0xff;
}

function writeIPv4(text: string, bytes: Uint8Array, at: number): void {
  text.split(".").forEach((part, index) => {
    bytes[at + index] = Number(part);
  });
}

function writeGroup(text: string, bytes: Uint8Array, at: number): void {
  const group = Number.parseInt(text, 16);
  bytes[at] = group >> 8;
  bytes[at + 1] = group & 0xff;
}

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length;) {
    let end = start;
    while (end < groups.length && groups[end] === 0) end++;
    if (end - start > best.length) best = { start, length: end - start };
    start = end + 1;
  }
  return best;
}
