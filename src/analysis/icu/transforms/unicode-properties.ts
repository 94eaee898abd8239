/**
 * The characters of a property, for sets: what JavaScript's regular expressions support, plus blocks, combining classes
 * and word breaks.
 */
import { illegalArgument } from "../../../compat/errors.ts";
import { type NameTable, nameTable } from "../../../core/names.ts";
import { WordBreak, wordBreakClasses } from "../../unicode/word-break.ts";
import { blockRanges } from "../../../compat/patterns/block-ranges.ts";
import { allCodePoints, CodePointSet } from "./code-point-set.ts";
import { combiningClass } from "./combining-class.ts";
import { matching } from "./matching-characters.ts";
import { binaryNames, categoryNames, combiningClassNames, looseName, unavailableProperties } from "./property-names.ts";
import { scriptNames } from "./script-names.ts";
import { scriptNamed } from "./scripts.ts";
import { codePointOfName } from "./unicode-names.ts";

/**
 * A property with a value (`script`, `Greek`), or a single name (`Greek`, ``). Throws 400 with ICU's error for unknown
 * ones.
 */
export function propertySet(name: string, value: string): CodePointSet {
  return value === "" ? namedSet(name) : valueSet(name, value);
}

/** What a single name may denote: a general category, a script, a binary property. */
function namedSet(name: string): CodePointSet {
  const loose = looseName(name);
  const pattern = categoryPattern(loose) ?? scriptPattern("sc", loose) ?? binaryPattern(loose);
  if (pattern !== undefined) return matching(pattern);
  const other = otherNames[loose];
  if (Object.hasOwn(otherNames, loose) && other) return other();
  if (unavailableProperties.has(loose))
    throw illegalArgument(`the property [${name.trim()}] is not available in sets of characters`);
  if (Object.hasOwn(valued, loose)) throw illegalArgument("Missing property value");
  throw illegalArgument(`Invalid property alias: ${name}=`);
}

const otherNames: NameTable<() => CodePointSet> = nameTable({
  any: () => allCodePoints,
  ascii: () => CodePointSet.range(0, 0x7f),
  assigned: () => matching("\\P{Cn}"),
  alnum: () => matching("\\p{Alphabetic}\\p{Nd}"),
  blank: () => matching("\\p{Zs}\\t"),
  graph: () => matching("\\p{White_Space}\\p{Cc}\\p{Cs}\\p{Cn}").complement(),
  print: () => matching("\\p{White_Space}\\p{Cc}\\p{Cs}\\p{Cn}").complement().union(matching("\\p{Zs}")),
  xdigit: () => matching("\\p{Nd}\\p{Hex_Digit}"),
});

/** Properties with values, by loose names; a function returns undefined for an unknown value. */
const valued: NameTable<(value: string) => CodePointSet | undefined> = nameTable({
  gc: categorySet,
  generalcategory: categorySet,
  sc: (value) => optional(scriptPattern("sc", looseName(value))),
  script: (value) => optional(scriptPattern("sc", looseName(value))),
  scx: (value) => optional(scriptPattern("scx", looseName(value))),
  scriptextensions: (value) => optional(scriptPattern("scx", looseName(value))),
  ccc: combiningClassSet,
  canonicalcombiningclass: combiningClassSet,
  blk: blockSet,
  block: blockSet,
  wb: wordBreakSet,
  wordbreak: wordBreakSet,
  na: nameSet,
  name: nameSet,
});

function valueSet(name: string, value: string): CodePointSet {
  const loose = looseName(name);
  const binary = binaryPattern(loose);
  let set: CodePointSet | undefined;
  if (binary !== undefined) set = trueOrNot(matching(binary), looseName(value));
  else if (Object.hasOwn(valued, loose)) set = valued[loose]!(value);
  else if (unavailableProperties.has(loose))
    throw illegalArgument(`the property [${name.trim()}] is not available in sets of characters`);
  else throw illegalArgument(`Invalid name: ${name}`);
  if (!set) throw illegalArgument(`Invalid name: ${value}`);
  return set;
}

function trueOrNot(set: CodePointSet, value: string): CodePointSet | undefined {
  if (["y", "yes", "t", "true"].includes(value)) return set;
  return ["n", "no", "f", "false"].includes(value) ? set.complement() : undefined;
}

function optional(pattern: string | undefined): CodePointSet | undefined {
  return pattern === undefined ? undefined : matching(pattern);
}

function categoryPattern(loose: string): string | undefined {
  const name = categoryNames.get(loose);
  return name === undefined ? undefined : `\\p{gc=${name}}`;
}

function categorySet(value: string): CodePointSet | undefined {
  return optional(categoryPattern(looseName(value)));
}

function scriptPattern(property: "sc" | "scx", loose: string): string | undefined {
  const name = scriptNamed(loose);
  return scriptNames.some((script) => script.name === name) ? `\\p{${property}=${name}}` : undefined;
}

function binaryPattern(loose: string): string | undefined {
  const name = binaryNames.get(loose);
  return name === undefined ? undefined : `\\p{${name}}`;
}

function combiningClassSet(value: string): CodePointSet | undefined {
  const loose = looseName(value);
  const number = Number(combiningClassNames.get(loose) ?? /^(?:ccc)?(\d+)$/.exec(loose)?.[1]);
  if (Number.isNaN(number)) throw illegalArgument(`For input string: "${value.trim()}"`);
  if (number > 255) return undefined;
  const marks = matching("\\p{M}");
  const wanted: number[] = [];
  for (let index = 0; index < marks.ends.length; index += 2) {
    for (let codePoint = marks.ends[index]!; codePoint < marks.ends[index + 1]!; codePoint++) {
      if (number === 0 ? combiningClass(codePoint) !== 0 : combiningClass(codePoint) === number) wanted.push(codePoint);
    }
  }
  const set = CodePointSet.ranges(wanted.map((codePoint) => [codePoint, codePoint]));
  return number === 0 ? set.complement() : set;
}

function blockSet(value: string): CodePointSet | undefined {
  const loose = looseName(value);
  for (const block of blockRanges.split(" ")) {
    const equals = block.indexOf("=");
    const names = block.slice(equals + 1).split("/");
    if (!names.some((name) => looseName(name) === loose)) continue;
    const [first, last] = block.slice(0, equals).split("-");
    return CodePointSet.range(Number.parseInt(first!, 16), Number.parseInt(last!, 16));
  }
  return undefined;
}

/** Values of Word_Break; the characters of other values are not distinguished here. */
function wordBreakSet(value: string): CodePointSet | undefined {
  switch (looseName(value)) {
    case "aletter":
    case "le":
      return ofWordBreak([WordBreak.letter, WordBreak.hangul, WordBreak.emojiLetter]);
    case "extend":
      return matching("\\p{Gr_Ext}\\p{Mc}\\p{EMod}").difference(CodePointSet.range(0x200d, 0x200d));
    case "midletter":
    case "ml":
      return ofWordBreak([WordBreak.midLetter]);
    case "midnumlet":
    case "mb":
      return ofWordBreak([WordBreak.midNumberLetter]);
    default:
      throw illegalArgument(`the value [${value.trim()}] of Word_Break is not available in sets of characters`);
  }
}

const byWordBreak = new Map<string, CodePointSet>();

function ofWordBreak(wanted: readonly number[]): CodePointSet {
  const key = wanted.join();
  let found = byWordBreak.get(key);
  if (!found) byWordBreak.set(key, (found = findWordBreak(wanted)));
  return found;
}

function findWordBreak(wanted: readonly number[]): CodePointSet {
  const classes = wordBreakClasses();
  const ranges: [number, number][] = [];
  for (let codePoint = 0; codePoint < classes.length; codePoint++) {
    if (!wanted.includes(classes[codePoint]!)) continue;
    const first = codePoint;
    while (wanted.includes(classes[codePoint + 1]!)) codePoint++;
    ranges.push([first, codePoint]);
  }
  return CodePointSet.ranges(ranges);
}

function nameSet(value: string): CodePointSet {
  const codePoint = codePointOfName(value.trim().replace(/\s+/g, " "));
  if (codePoint === undefined) throw illegalArgument("Invalid character name");
  return CodePointSet.range(codePoint, codePoint);
}
