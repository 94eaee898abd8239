/** What this browser keeps for a person: what was typed, how things look. Never a password or a key. */
import { effect, signal, type Signal } from "@preact/signals";

const PREFIX = "wardex.";

/** A value that survives reloads, and is written with each change. */
export function kept<T>(name: string, fallback: T): Signal<T> {
  const value = signal<T>(read(name, fallback));
  let first = true;
  effect(() => {
    const now = value.value;
    if (first) first = false;
    else write(name, now);
  });
  return value;
}

function read<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The browser keeps nothing, or no more: the page works on.
  }
}

/** When somebody signs out, the next person finds nothing of theirs. */
export function forgetAll(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX) && name !== `${PREFIX}theme`) localStorage.removeItem(name);
}
