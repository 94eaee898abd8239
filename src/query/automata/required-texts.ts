/** Texts that every match of a regular expression must contain. */
import { parseRegexp, type RegexpNode } from "../../compat/regexp/regexp-parser.ts";

/** The texts that are certain. Alternatives and optional parts yield none. */
export function requiredTexts(pattern: string, flags: number): string[] {
  const texts: string[] = [];
  addTexts(parseRegexp(pattern, flags), texts);
  return texts;
}

function addTexts(node: RegexpNode, texts: string[]): void {
  switch (node.type) {
    case "concatenation":
      addSequence(node.parts, texts);
      return;
    case "intersection":
      for (const part of node.parts) addTexts(part, texts);
      return;
    case "repeat":
      if (node.min > 0) addTexts(node.inner, texts);
      return;
    default: {
      const text = literalOf(node);
      if (text !== undefined) texts.push(text);
    }
  }
}

/** Adjacent literals form one text. */
function addSequence(parts: readonly RegexpNode[], texts: string[]): void {
  let run = "";
  for (const part of flat(parts)) {
    const text = literalOf(part);
    if (text !== undefined) {
      run += text;
      continue;
    }
    if (run !== "") texts.push(run);
    run = "";
    addTexts(part, texts);
  }
  if (run !== "") texts.push(run);
}

/** Flattens sequences within sequences. */
function flat(parts: readonly RegexpNode[]): readonly RegexpNode[] {
  return parts.flatMap((part) => (part.type === "concatenation" ? flat(part.parts) : [part]));
}

function literalOf(node: RegexpNode): string | undefined {
  if (node.type === "string") return node.text;
  if (node.type !== "ranges" || node.ranges.length !== 1) return undefined;
  const [low = 0, high = 1] = node.ranges[0] ?? [];
  return low === high ? String.fromCodePoint(low) : undefined;
}
