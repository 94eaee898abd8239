/**
 * Looks at the JavaScript of a script before it runs: whatever the emitters do, nothing gets through but words of the
 * list, names of one letter and digits, numbers, and operators that cannot reach into an object. There is no dot, no
 * text, no bracket for members, no `this`, `new`, `import`, so that what it can reach is what it is handed.
 */
import { assert } from "../../core/assert.ts";

const WORDS = new Set(
  "break catch const continue do else false for function if let null of return throw true try while".split(" "),
);

/** Spaces, a comment of digits, a number, a name or word, an operator. */
const TOKEN =
  /\s+|\/\*\d+\*\/|\d+n\b|\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])|[a-z]+\d*(?!\w)|=>|===|!==|\?\?|&&|\|\||-=|<=|>=|<<|>>>|>>|[(){};,?:=+\-*/%&|^~<>!]/y;
const NAME = /^[a-z]\d+$/;

/** Throws when the text has anything else. */
export function verifyCode(text: string): void {
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    assert(token !== undefined, `generated code has an unknown token at ${at}`);
    if (/^[a-z]/.test(token)) assert(NAME.test(token) || WORDS.has(token), `generated code has the word ${token}`);
    at += token.length;
  }
}
