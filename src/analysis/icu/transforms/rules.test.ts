import { describe, expect, test } from "vitest";
import { allowLooks } from "./effort.ts";
import { TransformRegistry } from "./registry.ts";
import { runTransform } from "./transform.ts";
import { TransformText } from "./transform-text.ts";

const registry = new TransformRegistry();

function apply(direction: string, rules: string, given: string): string {
  const text = new TransformText();
  text.setText(given);
  runTransform(registry.ofRules("X", rules, direction === "reverse"), text);
  return text.toString();
}

// Recorded from Transliterator.createFromRules of ICU4J 67.1.
describe("rules", () => {
  test.each([
    ["forward", "a > b; b > c;", "aab", "bbc"],
    ["forward", "ab > x|b; b c > y;", "abc abd", "xy xbd"],
    ["forward", "x } $ > END; ^ { x > START;", "xaxbx", "STARTaxbEND"],
    ["forward", "$v=[aeiou]; $v { n } $v > m; (n) > '<' $1 '>';", "anan nina", "ama<n> <n>ima"],
    ["forward", "([a-z]) ([0-9]) > $2 $1;", "a1b2cc3", "1a2bc3c"],
    ["forward", "a b* c > '[' x ']'; a+ > Y; d? e > Z;", "abbbc aaa de e ac", "[x] Y Z Z [x]"],
    ["forward", "([a-z]+) > &Any-Upper($1) '!';", "abc déf", "ABC! D!éF!"],
    ["forward", "'foo bar' > 1; \\u0061 > 2; '' > 3;", "foo bar a'a", "1 232"],
    ["forward", "a > @@ | x; xx > y;", "aaa", "xxx"],
    ["forward", "a > x @ | ; b > c;", "abab", "xcxc"],
    ["forward", "a > 1; :: Null; 1 > 2; :: Any-Upper; 2 b > 3;", "ab a B", "2B 2 B"],
    ["forward", ":: [a-c]; :: NFD; a > x; b > y;", "abcdá", "xycdá"],
    ["reverse", "a <> b; c > d; e < f;", "bdf", "ade"],
    ["reverse", ":: NFD (NFC) ; a < b; :: (Upper);", "be\u0301 x", "BÉ X"],
    ["forward", "a { b } c > x; ", "abc bc abd", "axc bc abd"],
    ["forward", "[^a] > 0 ; a > |b; b>1;", "abc", "000"],
    ["forward", ". > x;", "a\nb\u2028c", "x\nx\u2028x"],
    ["forward", "$x = y; $z = $x $x; $z > 1; $x > 2;", "yyy y", "12 2"],
    ["forward", "[a$] { b > 1; b } [c$] > 2; b > 3;", "b ab bc b xb", "1 a1 2c 3 x2"],
    ["forward", "a ( b ( c ) ) > $2 $1;", "abc", "cbc"],
    ["reverse", "$1 $2 < ([a-z])([0-9]) ;", "a1", "a1"],
    ["forward", "'{' > 'l' ; \\} > r; \\[ > s;", "{}[", "lrs"],
    ["forward", "use variable range 0xE000 0xE010; [ab] > c;", "ab", "cc"],
    ["forward", "# comment\n a > b ; # more\n c > d", "ac", "bd"],
    [
      "forward",
      "\ud800\udc00 > a; [\ud800\udc01-\ud800\udc05] } x > b;",
      "\ud800\udc00\ud800\udc02x\ud800\udc02",
      "abx\ud800\udc02",
    ],
    ["forward", "\ud800\udc00 { x > 1;", "\ud800\udc00x", "\ud800\udc00x"],
    ["forward", "[\ud800\udc00] { x > 1;", "\ud800\udc00x", "\ud800\udc001"],
    ["forward", "a+ { b > c; ", "aab b", "aac b"],
    ["forward", "(a)+ { b > $1 c; ", "aab b", "aaac b"],
  ])("%s: %s of %j", (direction, rules, text, expected) => {
    expect(apply(direction, rules, text)).toBe(expected);
  });
});

test.each([
  ["[a{bc}] > (;", "Unclosed segment"],
  ["(a|b) > x;", "Illegal character '|'"],
  ["{ b > x } ;", "Malformed rule"],
  ["a > b$c;", "Undefined variable $c"],
  ["$u > b;", "Undefined variable $u"],
  ["a b", "No operator"],
  ["a=b;", "Missing '$' or duplicate definition"],
  ["(a > b;", "Unclosed segment"],
  ["a > $1;", "Undefined segment reference"],
  ["[a-z > b;", "Error: Missing ']'"],
])("%s is refused", (rules, reason) => {
  expect(() => apply("forward", rules, "a")).toThrow(`the ICU data [X] are damaged: ${reason}`);
});

test("rules that scan the whole text from each position are stopped", () => {
  allowLooks(5000);
  expect(() => apply("forward", "a+ { b } a+ c > x; $set = [ab]; $set+ { a } $set+ c > y;", "a".repeat(5000))).toThrow(
    "a transform would have to look too far into the text",
  );
});

test("rules that make no progress end", () => {
  allowLooks(1);
  // ICU ends them too, without an error.
  expect(apply("forward", "x* > y;", "a")).toMatch(/^y+a$/);
});
