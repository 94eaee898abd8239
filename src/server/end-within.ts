/** The end of the process: in order, or at least on time. */
import type { Log } from "./log.ts";

/** What ends. */
export interface Ending {
  /** After so long the process ends whatever is still at work. */
  readonly graceMs: number;
  /** Ends in order. */
  close(): Promise<void>;
  /** What is still waited for, in words. */
  waitsFor(): readonly string[];
  readonly log: Log;
  /** Called once, with true when everything ended in order. */
  ended(inOrder: boolean): void;
}

/**
 * Ends in order, or reports what was still waited for when the time is over. What was acknowledged stands in the log by
 * then, and the next start replays it. Rejects when the orderly end fails.
 */
export async function endWithin(ending: Ending): Promise<void> {
  const timer = setTimeout(() => {
    const what = ending.waitsFor();
    ending.log(
      "error",
      `not ended after ${ending.graceMs / 1000} s, giving up; still waited for: ${what.join("; ") || "nothing that is known"}`,
    );
    ending.ended(false);
  }, ending.graceMs);
  try {
    await ending.close();
    ending.ended(true);
  } finally {
    clearTimeout(timer);
  }
}
