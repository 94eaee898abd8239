/**
 * The only place where code is made: of a text that holds nothing of what anybody sent, and is looked at before it runs
 * (decision 37).
 */
import { verifyCode } from "./verify-code.ts";

/** What the text answers, which is the body of a function. `name`: what stack traces call it. */
export function makeCode(text: string, bindings: readonly (readonly [name: string, value: unknown])[], name: string) {
  verifyCode(text);
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const make = new Function(...bindings.map(([bound]) => bound), `${text}\n//# sourceURL=${name}`);
  return make(...bindings.map(([, value]) => value)) as unknown;
}
