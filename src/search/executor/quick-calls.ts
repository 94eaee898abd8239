/**
 * Which calls are over before another thread would be awake: learned from how long they took. A call that is told apart
 * by nothing but its text is judged by those with other texts.
 */
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Question, SearchAction, SearchVerbs } from "../search-service.ts";

/**
 * A call that takes longer is worth another thread: waking one and hearing from it cost up to 0.2 ms each, in
 * milliseconds.
 */
export const QUICK_MS = 0.5;
/** A call is given up after this time, in milliseconds. */
export const ATTEMPT_MS = 1;

/** Longer bodies are not looked at. */
const MOST_TEXT = 4096;
/** More indices make a call long by themselves. */
const MOST_TARGETS = 4;
/** Texts that are remembered. */
const MOST_TEXTS = 2048;
/** What a new measurement counts against those before. */
const WEIGHT = 0.2;
/**
 * No call is remembered as longer than this, in milliseconds: the first one pays for much that the next ones need not.
 */
const MOST_MS = 2;
/**
 * What is left of a remembered time each time it speaks against a call, so that it is looked at again after some 70 of
 * them.
 */
const FORGETTING = 0.97;

/** See the file comment. */
export class QuickCalls {
  /** Mean time of a call by its text, in milliseconds. */
  readonly #known = new Map<string, number>();
  /** Mean time of calls with texts not seen before. */
  #others = 0;

  /** Whether a call will probably be over within `lengthMs`, which is at most QUICK_MS. */
  isQuick(key: string, lengthMs: number = QUICK_MS): boolean {
    const known = this.#known.get(key);
    const milliseconds = known ?? this.#others;
    if (milliseconds < lengthMs) return true;
    if (milliseconds < QUICK_MS) return false;
    if (known === undefined) this.#others *= FORGETTING;
    else this.#known.set(key, known * FORGETTING);
    return false;
  }

  /** A call took so long; Infinity: it was given up. */
  took(key: string, milliseconds: number): void {
    const counted = Math.min(MOST_MS, milliseconds);
    const known = this.#known.get(key);
    if (known === undefined) {
      this.#others += WEIGHT * (counted - this.#others);
      if (this.#known.size >= MOST_TEXTS) this.#known.clear();
    }
    this.#known.set(key, known === undefined ? counted : known + WEIGHT * (counted - known));
  }
}

/** What a call is known by: its text; undefined: it is not quick in any case. */
export function quickKeyOf({ kind, bodies, targets }: SearchAction): string | undefined {
  const [body = ""] = bodies;
  if (kind.quick !== true || body.length > MOST_TEXT || (targets[0]?.length ?? 0) > MOST_TARGETS) return undefined;
  return body;
}

/** The same of a verb. */
export function quickKeyOfVerb<Verb extends keyof SearchVerbs>(
  verb: Verb,
  question: Question<Verb>,
): string | undefined {
  if (verb !== "search" || !("request" in question) || question.targets.length > MOST_TARGETS) return undefined;
  const key = stringifyJson(question.request.body ?? null);
  return key.length <= MOST_TEXT ? key : undefined;
}
