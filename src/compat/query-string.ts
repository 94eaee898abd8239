/** Values in the query string of a request. */
import { ownOf } from "../core/names.ts";
import { parseBooleanText } from "./request-text.ts";

/** Names separated by commas. */
export function list(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(",").filter((name) => name !== "");
}

/** A flag of the query string: present without a value means true. */
export function flag(parameters: Readonly<Record<string, string>>, name: string): boolean | undefined {
  const text = ownOf(parameters, name);
  if (text === undefined) return undefined;
  return text === "" ? true : parseBooleanText(text);
}
