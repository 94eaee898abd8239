/** What stands for an analyzer that cannot be made any more, because a file or a set that it needs is gone. */
import type { Analyzer } from "./analyzer.ts";
import { DEFAULT_POSITION_INCREMENT_GAP } from "./text-analyzer.ts";

/** Throws `cause` when it is to analyse. A mapping that names it can be read, and its other fields used. */
export function brokenAnalyzer(name: string, cause: unknown): Analyzer {
  const refuse = (): never => {
    throw cause;
  };
  return { name, positionIncrementGap: DEFAULT_POSITION_INCREMENT_GAP, tokens: refuse, analyze: refuse, index: refuse };
}
