/** Character properties by their `\p{…}` names in java.util.regex, and the predefined classes. */
import { ownOf } from "../../core/names.ts";
import { blockRanges } from "./block-ranges.ts";
import { anyCharacter, CharacterSet } from "./character-set.ts";
import { unicodeSet, unicodeSets } from "./unicode-sets.ts";

type Make = () => CharacterSet;

const { ranges } = CharacterSet;
const upper: Make = () => CharacterSet.range(0x41, 0x5a);
const lower: Make = () => CharacterSet.range(0x61, 0x7a);
const alpha: Make = () => upper().union(lower());
const digit: Make = () => CharacterSet.range(0x30, 0x39);
const hexDigit: Make = () =>
  ranges([
    [0x30, 0x39],
    [0x41, 0x46],
    [0x61, 0x66],
  ]);
const controls: Make = () =>
  ranges([
    [0, 0x1f],
    [0x7f, 0x9f],
  ]);

/** POSIX classes, ASCII only. */
const ascii: Readonly<Record<string, Make>> = {
  ASCII: () => CharacterSet.range(0, 0x7f),
  Alnum: () => alpha().union(digit()),
  Alpha: alpha,
  Blank: () => CharacterSet.of(0x20, 0x09),
  Cntrl: () =>
    ranges([
      [0, 0x1f],
      [0x7f, 0x7f],
    ]),
  Digit: digit,
  Graph: () => CharacterSet.range(0x21, 0x7e),
  Lower: lower,
  Print: () => CharacterSet.range(0x20, 0x7e),
  Punct: () => CharacterSet.range(0x21, 0x7e).intersection(alpha().union(digit()).inverted()),
  Space: () => spaces(),
  Upper: upper,
  XDigit: hexDigit,
};

/** Unicode properties (`\p{IsX}`), in capitals. */
const unicode: Readonly<Record<string, Make>> = {
  ALPHABETIC: () => unicodeSets("Alphabetic"),
  LETTER: () => unicodeSets("L"),
  IDEOGRAPHIC: () => unicodeSets("Ideographic"),
  LOWERCASE: () => unicodeSets("Lowercase"),
  UPPERCASE: () => unicodeSets("Uppercase"),
  TITLECASE: () => unicodeSets("Lt"),
  WHITE_SPACE: () => unicodeSets("White_Space"),
  CONTROL: () => unicodeSets("Cc"),
  PUNCTUATION: () => unicodeSets("P"),
  HEX_DIGIT: () => unicodeSets("Nd", "Hex_Digit"),
  ASSIGNED: () => unicodeSets("Cn").inverted(),
  NONCHARACTER_CODE_POINT: () => unicodeSets("Noncharacter_Code_Point").union(nonCharacters()),
  DIGIT: () => unicodeSets("Nd"),
  ALNUM: () => unicodeSets("Alphabetic", "Nd"),
  BLANK: () => unicodeSets("Zs").union(CharacterSet.of(0x09)),
  GRAPH: () => graphic(),
  PRINT: () => graphic().union(unicodeSets("Zs")).intersection(unicodeSets("Cc").inverted()),
  WORD: () => unicodeSets("Alphabetic", "M", "Nd", "Pc").union(CharacterSet.of(0x200c, 0x200d)),
  JOIN_CONTROL: () => CharacterSet.of(0x200c, 0x200d),
  EMOJI: () => unicodeSets("Emoji"),
  EMOJI_PRESENTATION: () => unicodeSets("Emoji_Presentation"),
  EMOJI_MODIFIER: () => unicodeSets("Emoji_Modifier"),
  EMOJI_MODIFIER_BASE: () => unicodeSets("Emoji_Modifier_Base"),
  EMOJI_COMPONENT: () => unicodeSets("Emoji_Component"),
  EXTENDED_PICTOGRAPHIC: () => unicodeSets("Extended_Pictographic"),
};
const otherSpellings: Readonly<Record<string, string>> = {
  WHITESPACE: "WHITE_SPACE",
  HEXDIGIT: "HEX_DIGIT",
  NONCHARACTERCODEPOINT: "NONCHARACTER_CODE_POINT",
  JOINCONTROL: "JOIN_CONTROL",
};

/** POSIX classes under UNICODE_CHARACTER_CLASS, in capitals. */
const unicodePosix: Readonly<Record<string, string>> = {
  ALPHA: "ALPHABETIC",
  LOWER: "LOWERCASE",
  UPPER: "UPPERCASE",
  SPACE: "WHITE_SPACE",
  PUNCT: "PUNCTUATION",
  XDIGIT: "HEX_DIGIT",
  ALNUM: "ALNUM",
  CNTRL: "CONTROL",
  DIGIT: "DIGIT",
  BLANK: "BLANK",
  GRAPH: "GRAPH",
  PRINT: "PRINT",
};

/** Classes defined by methods of java.lang.Character. */
const methods: Readonly<Record<string, Make>> = {
  javaLowerCase: () => unicodeSets("Lowercase"),
  javaUpperCase: () => unicodeSets("Uppercase"),
  javaAlphabetic: () => unicodeSets("Alphabetic"),
  javaIdeographic: () => unicodeSets("Ideographic"),
  javaTitleCase: () => unicodeSets("Lt"),
  javaDigit: () => unicodeSets("Nd"),
  javaDefined: () => unicodeSets("Cn").inverted(),
  javaLetter: () => unicodeSets("L"),
  javaLetterOrDigit: () => unicodeSets("L", "Nd"),
  javaJavaIdentifierStart: () => unicodeSets("L", "Nl", "Sc", "Pc"),
  javaJavaIdentifierPart: () => unicodeSets("L", "Nl", "Sc", "Pc", "Nd", "Mc", "Mn").union(ignorable()),
  javaUnicodeIdentifierStart: () => unicodeSets("ID_Start"),
  javaUnicodeIdentifierPart: () => unicodeSets("ID_Continue").union(ignorable()),
  javaIdentifierIgnorable: () => ignorable(),
  javaSpaceChar: () => unicodeSets("Z"),
  javaWhitespace: () =>
    unicodeSets("Z")
      .intersection(CharacterSet.of(0xa0, 0x2007, 0x202f).inverted())
      .union(
        ranges([
          [0x09, 0x0d],
          [0x1c, 0x1f],
        ]),
      ),
  javaISOControl: controls,
  javaMirrored: () => unicodeSets("Bidi_Mirrored"),
};

const categories = new Set(
  "Cn Lu Ll Lt Lm Lo Mn Me Mc Nd Nl No Zs Zl Zp Cc Cf Co Cs Pd Ps Pe Pc Po Sm Sc Sk So Pi Pf L M N Z C P S LC LD L1 all".split(
    " ",
  ),
);
const othersOfCategory: Readonly<Record<string, Make>> = {
  LC: () => casedLetters(),
  LD: () => unicodeSets("L", "Nd"),
  L1: () => CharacterSet.range(0, 0xff),
  all: () => anyCharacter,
};
/** Properties that match letters of any case when matching ignores case. */
const ofOneCase = new Set([
  "Lu",
  "Ll",
  "Lt",
  "javaLowerCase",
  "javaUpperCase",
  "javaTitleCase",
  "LOWERCASE",
  "UPPERCASE",
  "TITLECASE",
]);

/** Blocks by their names without separators, and the positions of the separators. */
let blocks: Map<string, { readonly set: CharacterSet; readonly gaps: readonly number[] }> | undefined;

/** Space, tab and line terminators (`\s`). */
export function spaces(): CharacterSet {
  return ranges([
    [0x09, 0x0d],
    [0x20, 0x20],
  ]);
}

/** `\w` */
export function wordCharacters(): CharacterSet {
  return alpha().union(digit()).union(CharacterSet.of(0x5f));
}

/** `\h` */
export function horizontalSpaces(): CharacterSet {
  return ranges([
    [0x2000, 0x200a],
    ...[0x09, 0x20, 0xa0, 0x1680, 0x180e, 0x202f, 0x205f, 0x3000].map((one): [number, number] => [one, one]),
  ]);
}

/** `\v` */
export function verticalSpaces(): CharacterSet {
  return ranges([
    [0x0a, 0x0d],
    [0x85, 0x85],
    [0x2028, 0x2029],
  ]);
}

/** A general category, a POSIX class, or a java.lang.Character class. */
export function namedProperty(name: string, anyCase: boolean): CharacterSet | undefined {
  if (anyCase && ofOneCase.has(name)) return anyCaseOf(name.startsWith("java"));
  if (anyCase && (name === "Lower" || name === "Upper")) return alpha();
  const make = own(ascii, name) ?? own(methods, name) ?? own(othersOfCategory, name);
  if (make) return make();
  return categories.has(name) ? unicodeSet(name) : undefined;
}

/** A Unicode property. */
export function unicodeProperty(name: string, anyCase: boolean): CharacterSet | undefined {
  const capitals = name.toUpperCase();
  const known = own(otherSpellings, capitals) ?? capitals;
  if (anyCase && ofOneCase.has(known)) return anyCaseOf(true);
  return own(unicode, known)?.();
}

/** A POSIX class, over all of Unicode. */
export function unicodePosixProperty(name: string, anyCase: boolean): CharacterSet | undefined {
  const known = own(unicodePosix, name.toUpperCase());
  return known === undefined ? undefined : unicodeProperty(known, anyCase);
}

/** Characters of a script, by its name or code in any case. */
export function scriptSet(name: string): CharacterSet | undefined {
  const words = name.toLowerCase().split("_");
  const spelled = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  // Words are capitalized, even small ones as in `Nyiakeng_Puachue_Hmong`; these names are the exceptions.
  const exceptions: Readonly<Record<string, string>> = { Signwriting: "SignWriting", Phags_Pa: "Phags_Pa", Nko: "Nko" };
  const joined = spelled.join("_");
  return unicodeSet(`Script=${ownOf(exceptions, joined) ?? joined}`);
}

/** Characters of a block, by its name in any case, with or without separators. */
export function blockSet(name: string): CharacterSet | undefined {
  if (!blocks) {
    blocks = new Map();
    for (const entry of blockRanges.split(" ")) {
      const [range = "", names = ""] = entry.split("=");
      const [first = 0, last = 0] = range.split("-").map((end) => Number.parseInt(end, 16));
      for (const spelling of names.split("/"))
        blocks.set(withoutGaps(spelling), { set: CharacterSet.range(first, last), gaps: gapsOf(spelling) });
    }
  }
  const block = blocks.get(withoutGaps(name));
  return block && gapsOf(name).every((gap) => block.gaps.includes(gap)) ? block.set : undefined;
}

function withoutGaps(name: string): string {
  return name.toLowerCase().replace(/[ _-]/g, "");
}

/** Number of letters before each separator. */
function gapsOf(name: string): number[] {
  let letters = 0;
  return name
    .split(/[ _-]/)
    .slice(0, -1)
    .map((word) => (letters += word.length));
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return ownOf(table, name);
}

function anyCaseOf(withOthers: boolean): CharacterSet {
  return withOthers ? unicodeSets("Lowercase", "Uppercase", "Lt") : casedLetters();
}

function casedLetters(): CharacterSet {
  return unicodeSets("Lu", "Ll", "Lt");
}

function graphic(): CharacterSet {
  return unicodeSets("White_Space", "Cc", "Cs", "Cn").inverted();
}

function ignorable(): CharacterSet {
  return unicodeSets("Cf").union(
    ranges([
      [0, 8],
      [0x0e, 0x1b],
      [0x7f, 0x9f],
    ]),
  );
}

function nonCharacters(): CharacterSet {
  return ranges(
    Array.from({ length: 17 }, (_, plane): [number, number] => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff]),
  );
}
