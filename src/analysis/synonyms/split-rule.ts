/** Splits synonym rules in Solr format. */

/** Non-empty parts between unescaped separators; escapes are kept. */
export function splitRule(text: string, separator: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at < text.length;) {
    if (text.startsWith(separator, at)) {
      if (part !== "") parts.push(part);
      part = "";
      at += separator.length;
    } else {
      const length = text[at] === "\\" ? 2 : 1;
      part += text.slice(at, at + length);
      at += length;
    }
  }
  if (part !== "") parts.push(part);
  return parts;
}
