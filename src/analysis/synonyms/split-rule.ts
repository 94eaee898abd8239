/** Splits the rules of Solr's form. */

/** Parts between separators that are not escaped, without empty ones; escapes stay. */
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
