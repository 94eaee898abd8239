/** Names of document fields, split at dots into objects. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { documentError } from "./document-error.ts";
import type { DocumentPlace } from "./document-place.ts";

/** The location to report for a name. */
export type NamePlace = Pick<DocumentPlace, "name">;

/**
 * The parts of a name; `parent` is the path of the object that holds it. Throws 400 `document_parsing_exception` for
 * names that are empty or have empty parts.
 */
export function nameParts(name: string, place: NamePlace, depth: number, parent: string): readonly string[] {
  if (name === "") throw documentError(place.name(depth), illegalArgument("field name cannot be an empty string"));
  if (!name.includes(".")) return [plainName(name, place, depth, parent)];
  const parts = name.split(".");
  // A dot at the end is ignored, as in Java's split.
  while (parts.length > 0 && parts.at(-1) === "") parts.pop();
  if (parts.length === 0)
    throw documentError(place.name(depth), illegalArgument("field name cannot contain only dots"));
  const blank = parts.find((part) => part.trim() === "");
  if (blank === undefined) return parts;
  const words =
    blank === ""
      ? `field name cannot contain only whitespace: ['${name}']`
      : `field name starting or ending with a [.] makes object resolution ambiguous: [${name}]`;
  throw documentError(place.name(depth), illegalArgument(words));
}

/** A name that is not split. Throws as `nameParts` for a blank one. */
export function plainName(name: string, place: NamePlace, depth: number, parent: string): string {
  if (name === "") throw documentError(place.name(depth), illegalArgument("Field name cannot be an empty string"));
  if (name.trim() !== "") return name;
  const { line, col } = place.name(depth);
  const path = parent === "" ? name : `${parent}.${name}`;
  throw new RequestError(
    400,
    "document_parsing_exception",
    `[${line}:${col}] Field name cannot contain only whitespace: [${path}]`,
  );
}
