/** `String.split` of Java. */
import type { JavaPattern } from "../../compat/patterns/java-pattern.ts";

/**
 * `limit`: at most so many pieces; 0: all, without empty ones at the end; less: all. An empty match at the beginning
 * makes no piece.
 */
export function splitText(text: string, separator: JavaPattern, limit: number): string[] {
  const list: string[] = [];
  let from = 0;
  for (const { start, end } of separator.findAll(text)) {
    if (limit > 0 && list.length === limit - 1) break;
    if (end === 0) continue;
    list.push(text.slice(from, start));
    from = end;
  }
  if (list.length === 0) return [text];
  list.push(text.slice(from));
  if (limit === 0) while (list.length > 0 && list.at(-1) === "") list.pop();
  return list;
}
