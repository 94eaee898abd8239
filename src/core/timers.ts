/** Timers that do not keep the process alive, and that may be as long as anybody asks for. */

/** Timers of Node end at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Calls back once after so many milliseconds, at most some 24 days, unless the answer is called. */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(milliseconds, LONGEST_TIMER_MS)).unref();
  return () => clearTimeout(timer);
}

/** Calls back in intervals until the answer is called. */
export function every(milliseconds: number, callback: () => void): () => void {
  const timer = setInterval(callback, Math.min(milliseconds, LONGEST_TIMER_MS)).unref();
  return () => clearInterval(timer);
}
