/** Paths of fields: where they begin, and the names on the way (`IngestDocument.FieldPath`). */
import { illegalArgument } from "../../compat/errors.ts";

/** A path. Where it begins: at the document with its metadata, or at what the pipeline says of its own run. */
export interface FieldPath {
  readonly text: string;
  readonly root: "document" | "ingest";
  readonly names: readonly string[];
}

const INGEST = "_ingest.";
const SOURCE = "_source.";

/** Paths of texts that templates make are many; those of configurations are few. */
const MOST_KEPT = 1_000;
const LONGEST_KEPT = 200;
const kept = new Map<string, FieldPath>();

/** Throws 400 for a path that names nothing. */
export function fieldPath(text: string): FieldPath {
  const known = kept.get(text);
  if (known) return known;
  const path = readPath(text);
  if (text.length <= LONGEST_KEPT) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, path);
  }
  return path;
}

function readPath(text: string): FieldPath {
  if (text === "") throw illegalArgument("path cannot be null nor empty");
  const root = text.startsWith(INGEST) ? "ingest" : "document";
  const rest =
    root === "ingest" ? text.slice(INGEST.length) : text.startsWith(SOURCE) ? text.slice(SOURCE.length) : text;
  const names = rest.split(".");
  // As in Java, empty names at the end are left out.
  while (names.length > 1 && names.at(-1) === "") names.pop();
  if (names.length === 1 && names[0] === "") throw illegalArgument(`path [${text}] is not valid`);
  return { text, root, names };
}
