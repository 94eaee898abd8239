/** Callers that main has verified, as a serving thread remembers them: it verifies nothing by itself. */
import { BoundedCache } from "../security/bounded-cache.ts";
import { systemClock } from "../core/clock.ts";
import type { Authenticator, Principal, RememberedCaller, UserFinder } from "../security/principal.ts";
import { OnMain } from "./on-main.ts";
import type { GrantedCaller } from "./serving-messages.ts";
import type { ServingWords } from "./serving-words.ts";

const MOST_CALLERS = 10_000;

type Headers = Parameters<Authenticator["authenticate"]>[0];

export class GrantedCallers implements Authenticator, UserFinder {
  readonly #words: ServingWords;
  readonly #callers = new BoundedCache<GrantedCaller>(MOST_CALLERS);

  constructor(words: ServingWords) {
    this.#words = words;
  }

  /** From now on the header proves this caller, when it comes from the same address. */
  grant(headers: Headers, clientAddress: string, caller: GrantedCaller): void {
    const key = keyOf(headers, clientAddress);
    if (key !== undefined) this.#callers.set(key, caller);
  }

  authenticate(headers: Headers, clientAddress: string): Promise<Principal | undefined> {
    const known = this.remembered(headers, clientAddress);
    return known ? Promise.resolve(known.principal) : Promise.reject(new OnMain());
  }

  remembered(headers: Headers, clientAddress: string): RememberedCaller | undefined {
    const key = keyOf(headers, clientAddress);
    const granted = key === undefined ? undefined : this.#callers.get(key);
    if (!granted) return undefined;
    const { principal, untilMs, epoch } = granted;
    const holds = (): boolean => epoch === this.#words.securityEpoch && systemClock.now() < untilMs;
    return holds() ? { principal, untilMs, holds } : undefined;
  }

  findCaller(): Promise<never> {
    return Promise.reject(new OnMain());
  }
}

function keyOf(headers: Headers, clientAddress: string): string | undefined {
  const { authorization } = headers;
  return typeof authorization === "string" ? `${clientAddress} ${authorization}` : undefined;
}
