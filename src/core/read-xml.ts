/**
 * Reads XML as a sequence of events, without a tree: elements, attributes and texts. No namespaces; a document type is
 * skipped.
 */

/** The parts of an XML document. A text may come in several pieces. */
export type XmlEvent =
  | { readonly type: "start"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "end"; readonly name: string };

const name = String.raw`[\p{L}_:][\p{L}\p{N}_:.\-]*`;
const attribute = String.raw`\s+${name}\s*=\s*(?:"[^<"]*"|'[^<']*')`;
const token = new RegExp(
  String.raw`<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|<!DOCTYPE(?:[^[\]>"']|"[^"]*"|'[^']*'|\[[^\]]*\])*>|</(${name})\s*>|<(${name})((?:${attribute})*)\s*(/?)>|([^<]+)`,
  "uy",
);
const attributes = new RegExp(String.raw`(${name})\s*=\s*(?:"([^"]*)"|'([^']*)')`, "gu");
const entities: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** The events of a document. Throws SyntaxError when it is not well formed. */
export function* readXml(text: string): Generator<XmlEvent> {
  const open: string[] = [];
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const from = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new SyntaxError(`no XML at ${from}`);
    // The regular expression is shared: another reader may move it while this generator is suspended.
    const next = token.lastIndex;
    const [, raw, end, start, given = "", closed, words] = match;
    if (start !== undefined) {
      open.push(start);
      yield { type: "start", name: start, attributes: attributesOf(given) };
    }
    if (raw !== undefined || (words !== undefined && open.length > 0))
      yield { type: "text", text: raw ?? resolved(words!) };
    if (end !== undefined || closed === "/") {
      const closing = end ?? start!;
      if (open.pop() !== closing) throw new SyntaxError(`</${closing}> at ${from} ends no element`);
      yield { type: "end", name: closing };
    }
    token.lastIndex = next;
  }
  if (open.length > 0) throw new SyntaxError(`<${open.at(-1)}> does not end`);
}

function attributesOf(text: string): Map<string, string> {
  return new Map(
    Array.from(text.matchAll(attributes), ([, key, first, second]) => [key!, resolved(first ?? second ?? "")]),
  );
}

/** Replaces character references. */
function resolved(text: string): string {
  return text.replace(/&([^;&\s]*);?/g, (reference, key: string) => {
    const numeric = /^#(?:x([0-9a-fA-F]+)|(\d+))$/.exec(key);
    const codePoint =
      numeric === null ? NaN : Number.parseInt(numeric[1] ?? numeric[2]!, numeric[1] === undefined ? 10 : 16);
    const character = codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : entities.get(key);
    if (character === undefined || !reference.endsWith(";"))
      throw new SyntaxError(`reference ${reference} is not known`);
    return character;
  });
}

/**
 * The text of an XML file, in its declared encoding; UTF-8 by default. Throws for invalid bytes and unknown encodings.
 */
export function xmlText(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const encoding = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
