/** What a request refers to is found out before its shards are searched: who asks brings it, and asks once more. */
import { assert } from "../../core/assert.ts";
import type { ResolvedReference, SearchCaller, UnresolvedReferences } from "../search-service.ts";

/** Asks something, and asks again with what it turns out to refer to. Nothing waits where nothing is referred to. */
export function resolved<Asked, Answered>(
  question: Asked,
  ask: (question: Asked) => Promise<Answered | UnresolvedReferences> | Answered | UnresolvedReferences,
  { resolve }: SearchCaller,
): Promise<Answered> | Answered {
  const answer = ask(question);
  if (!(answer instanceof Promise)) return isUnresolved(answer) ? askAgain(answer) : answer;
  return answer.then((arrived) => (isUnresolved(arrived) ? askAgain(arrived) : arrived));

  async function askAgain(first: UnresolvedReferences): Promise<Answered> {
    let references: readonly ResolvedReference[] = [];
    let next: Answered | UnresolvedReferences = first;
    while (isUnresolved(next)) {
      assert(resolve, "a request that refers to other documents is asked by who can find them");
      references = [...references, ...(await resolve(next.unresolved))];
      next = await ask({ ...question, references });
    }
    return next;
  }
}

/** Whether there is no answer yet. */
export function isUnresolved(answer: unknown): answer is UnresolvedReferences {
  return typeof answer === "object" && answer !== null && "unresolved" in answer;
}
