/** Who is away for long is signed out: the page asks for the password, and goes on where it was. */
import { effect } from "@preact/signals";
import { expired, lock, me, security } from "./session.ts";
import { kept } from "./storage.ts";

/** Minutes of rest; 0: never. */
export const REST_MINUTES: readonly number[] = [5, 15, 30, 60, 0];
export const restMinutes = kept<number>("rest", 30);

const LOOK_MS = 10_000;
const NOTE_MS = 5000;
const NAME = "wardex.active";
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** The last sign of life in any tab; where nothing is kept, in this one. */
let last = Date.now();

function note(): void {
  const now = Date.now();
  if (now - last < NOTE_MS) return;
  last = now;
  try {
    localStorage.setItem(NAME, String(now));
  } catch {
    // The browser keeps nothing: this tab counts for itself.
  }
}

function lastSeen(): number {
  try {
    return Math.max(last, Number(localStorage.getItem(NAME) ?? 0));
  } catch {
    return last;
  }
}

/** Watches from now on. */
export function watchRest(): void {
  for (const sign of SIGNS) addEventListener(sign, note, { passive: true, capture: true });
  effect(() => {
    const limitMs = restMinutes.value * 60_000;
    if (limitMs === 0 || security.value === "off" || !me.value || expired.value) return undefined;
    last = Date.now();
    const timer = setInterval(() => {
      if (Date.now() - lastSeen() >= limitMs) void lock();
    }, LOOK_MS);
    return () => clearInterval(timer);
  });
}
