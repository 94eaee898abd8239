/** `wait_for_nodes`: `3`, `>=2`, `<4`, `ge(2)`. */
import { RequestError } from "../../compat/errors.ts";

const COMPARISONS: readonly { readonly pattern: RegExp; readonly holds: (count: number, wanted: number) => boolean }[] =
  [
    { pattern: /^(?:>=(.*)|ge\((.*)\))$/, holds: (count, wanted) => count >= wanted },
    { pattern: /^(?:<=(.*)|le\((.*)\))$/, holds: (count, wanted) => count <= wanted },
    { pattern: /^(?:>(.*)|gt\((.*)\))$/, holds: (count, wanted) => count > wanted },
    { pattern: /^(?:<(.*)|lt\((.*)\))$/, holds: (count, wanted) => count < wanted },
  ];

/** A test for the number of nodes. Throws 400 `number_format_exception`. */
export function nodeCountTest(text: string): (count: number) => boolean {
  for (const { pattern, holds } of COMPARISONS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const wanted = wholeNumber(match[1] ?? match[2] ?? "");
    return (count) => holds(count, wanted);
  }
  const wanted = wholeNumber(text);
  return (count) => count >= wanted;
}

function wholeNumber(text: string): number {
  if (/^[+-]?\d{1,10}$/.test(text)) return Number(text);
  throw new RequestError(400, "number_format_exception", `For input string: "${text}"`);
}
