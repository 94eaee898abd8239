/** Reads values of the query string. */
import { ownOf } from "../core/names.ts";
import { parseBooleanText } from "./request-text.ts";

/** Comma-separated names. */
export function list(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(",").filter((name) => name !== "");
}

/** A boolean parameter of the query string: true when present without a value. */
export function flag(parameters: Readonly<Record<string, string>>, name: string): boolean | undefined {
  const text = ownOf(parameters, name);
  if (text === undefined) return undefined;
  return text === "" ? true : parseBooleanText(text);
}
