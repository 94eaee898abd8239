/** What a function begins with. */
import { MOST_LOOP_STEPS } from "../runtime/limits.ts";
import type { FunctionFrame } from "./code-unit.ts";

/** Its variables for what is used twice, and the counter of its loops. Its body is written before. */
export function functionText({ temporaries, loops }: FunctionFrame): string {
  const names = loops === undefined ? temporaries : [...temporaries, `${loops}=${MOST_LOOP_STEPS}`];
  return names.length === 0 ? "" : `let ${names.join(",")};`;
}
