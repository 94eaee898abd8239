/** Where the person is: everything stands behind the `#`, which no server and no log sees. */
import { computed, signal } from "@preact/signals";

/** A place: `#/indices/towns/fields?q=name` */
export interface Place {
  /** Decoded parts; never empty. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

const hash = signal(location.hash);
addEventListener("hashchange", () => (hash.value = location.hash));

export const place = computed<Place>(() => placeOf(hash.value));

export function placeOf(text: string): Place {
  const [path = "", query = ""] = text.replace(/^#\/?/, "").split("?", 2);
  const parts = path.split("/").filter((one) => one !== "");
  return { parts: parts.length === 0 ? ["overview"] : parts.map(decoded), query: new URLSearchParams(query) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a place. */
export function to(parts: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, value);
  const text = search.toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${text === "" ? "" : `?${text}`}`;
}

export function go(parts: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = to(parts, query);
}

/** Goes there without a new entry of the history. */
export function replacePlace(parts: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): void {
  const next = to(parts, query);
  history.replaceState(null, "", next);
  hash.value = next;
}
