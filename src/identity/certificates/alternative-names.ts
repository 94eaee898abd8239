/** Names of hosts and addresses that a certificate is for, beside its subject. */
import { isIPv4, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";

/** A name as it stands in a certificate: ASCII, or the 4 or 16 bytes of an address. */
export interface AlternativeName {
  readonly kind: "dns" | "ip";
  readonly value: Uint8Array;
}

/** A host of a certificate may begin with a star; each label is as names of hosts are, or has an underscore. */
const HOST = /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_HOST = 253;

/** Reads names separated by commas; throws RangeError with the name that is none. */
export function parseAlternativeNames(text: string): AlternativeName[] {
  const names = text.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "").map(parseName);
}

function parseName(name: string): AlternativeName {
  if (isIPv4(name)) return { kind: "ip", value: Uint8Array.from(name.split(".").map(Number)) };
  if (isIPv6(name)) return { kind: "ip", value: bytesOfIPv6(name) };
  // The star is no part of a name that IDNA knows.
  const [star, rest] = name.startsWith("*.") ? ["*.", name.slice(2)] : ["", name];
  const ascii = domainToASCII(rest);
  const host = `${star}${ascii}`;
  // What else there may be in an address (a path, a port), the function drops; and it makes addresses of numbers.
  if (/[^\p{L}\p{M}\p{N}._-]/u.test(rest) || isIPv4(ascii) || !HOST.test(host) || host.length > LONGEST_HOST)
    throw new RangeError(name);
  return { kind: "dns", value: Buffer.from(host, "ascii") };
}

/** A zone (`%eth0`) means nothing to others, and is left out. */
function bytesOfIPv6(address: string): Uint8Array {
  // The URL parser writes every form (an IPv4 tail, too) as groups of hexadecimal digits with one gap at most.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, "")}]`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const groups = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const first = groups(head);
  const last = groups(tail ?? "");
  const gap = Array<string>(8 - first.length - last.length).fill("0");
  return Uint8Array.from(
    [...first, ...gap, ...last].flatMap((group) => [
      Number.parseInt(group, 16) >> 8,
      Number.parseInt(group, 16) & 0xff,
    ]),
  );
}
