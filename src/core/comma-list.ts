/** The items of a comma-separated list, without blanks around them; empty ones are none. */
export function commaList(text: string): string[] {
  const items: string[] = [];
  for (const part of text.split(",")) {
    const item = part.trim();
    if (item !== "") items.push(item);
  }
  return items;
}
