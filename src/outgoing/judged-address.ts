/**
 * Where a call to another server may go. The name in its address is looked up once, every address it stands for is
 * judged, and the connection is made to one that was judged: a name that answers otherwise the next time gains nothing.
 */
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export interface AddressRules {
  /** Whether private, loopback and link-local addresses are allowed too. */
  readonly allowPrivate: boolean;
  /** The addresses of a name; the system's resolver when absent. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** A host that no call may go to; `message` says why. */
export class RefusedHost extends Error {}

/**
 * One address of the host of a URL; all of them must be allowed. Throws RefusedHost, or what looking it up throws;
 * nobody waits for that once `signal` is aborted.
 */
export async function judgedAddress(
  url: URL,
  { allowPrivate, resolve }: AddressRules,
  signal: AbortSignal,
): Promise<LookupAddress> {
  // Without the brackets of an IPv6 address.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  const addresses =
    family === 0 ? await aborted(signal, (resolve ?? systemResolve)(host)) : [{ address: host, family }];
  const [first] = addresses;
  if (!first) throw new RefusedHost(`${host} has no address`);
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new RefusedHost(`${host} is not a public address`);
  return first;
}

/** For a request that must go to this address, whatever its name says by now. */
export function lookupOf(judged: LookupAddress): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) callback(null, [judged]);
    else callback(null, judged.address, judged.family);
  };
}

function systemResolve(host: string): Promise<readonly LookupAddress[]> {
  return lookup(host, { all: true, order: "verbatim" });
}

/** Rejects when the signal is aborted before the promise is settled. */
function aborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new Error("aborted"));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    promise.then(resolve, reject);
  });
}
