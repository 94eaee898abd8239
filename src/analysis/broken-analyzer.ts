/** A placeholder for an analyzer that can no longer be built, because a file or set that it needs is gone. */
import type { Analyzer } from "./analyzer.ts";
import { DEFAULT_POSITION_INCREMENT_GAP } from "./text-analyzer.ts";

/** Throws `cause` when it is used. A mapping that names the analyzer can still be read, and its other fields used. */
export function brokenAnalyzer(name: string, cause: unknown): Analyzer {
  const refuse = (): never => {
    throw cause;
  };
  return { name, positionIncrementGap: DEFAULT_POSITION_INCREMENT_GAP, tokens: refuse, analyze: refuse, index: refuse };
}
