/** Requests as they are written in the console: a line with method and path, and a body below it. */
import type { Lists, Operation } from "./lists.ts";

export const METHODS = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"] as const;
const LINE = /^\s*(GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)\s+(\S+)/;

export interface WrittenRequest {
  readonly method: string;
  /** As it is written. */
  readonly path: string;
  readonly body: string;
  /** Places in the text. */
  readonly from: number;
  readonly to: number;
  readonly bodyFrom: number;
}

/** All requests of a text; what stands before the first is a note, and so are lines that begin with `#` or `//`. */
export function requestsOf(text: string): WrittenRequest[] {
  const found: { method: string; path: string; lines: string[]; from: number; to: number; bodyFrom: number }[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const head = LINE.exec(line);
    const last = found.at(-1);
    if (head) {
      found.push({
        method: head[1] ?? "",
        path: head[2] ?? "",
        lines: [],
        from: at,
        to: at + line.length,
        bodyFrom: at + line.length + 1,
      });
    } else if (last) {
      const isNote = /^\s*(#|\/\/)/.test(line);
      last.lines.push(isNote ? "" : line);
      if (line.trim() !== "") last.to = at + line.length;
    }
    at += line.length + 1;
  }
  return found.map(({ lines, path, ...rest }) => ({
    ...rest,
    path: path.startsWith("/") ? path : `/${path}`,
    body: lines.join("\n").trim(),
  }));
}

/** The one that a place in the text belongs to: it begins at or before it. */
export const requestAt = (text: string, place: number): WrittenRequest | undefined =>
  requestsOf(text).findLast(({ from }) => from <= place) ?? requestsOf(text)[0];

/** How a browser can send it. */
export interface Sendable {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly type: string;
}

/**
 * A browser sends no body with GET: the operation is asked by POST where it takes that, and else by the parameter
 * `source`.
 */
export function sendable({ method, path, body }: WrittenRequest, lists: Lists | undefined): Sendable {
  const isLines = /\/_(bulk|msearch)(\/template)?(\?|$)/.test(path);
  const type = isLines ? "application/x-ndjson" : "application/json";
  const text = body === "" ? undefined : isLines ? `${body}\n` : body;
  if (text === undefined || (method !== "GET" && method !== "HEAD")) return { method, path, body: text, type };
  const operation = operationAt("GET", path, lists);
  const takesPost = operation?.urls.some(
    ([methods, pattern]) => methods.split(",").includes("POST") && fits(pattern, path),
  );
  if (takesPost === true) return { method: "POST", path, body: text, type };
  const mark = path.includes("?") ? "&" : "?";
  const source = `source=${encodeURIComponent(text)}&source_content_type=${encodeURIComponent(type)}`;
  return { method, path: `${path}${mark}${source}`, body: undefined, type };
}

export function operationAt(method: string, path: string, lists: Lists | undefined): Operation | undefined {
  const all = lists ? [...lists.search, ...lists.identity] : [];
  const fitting = all.filter(({ urls }) =>
    urls.some(([methods, pattern]) => methods.split(",").includes(method) && fits(pattern, path)),
  );
  // `/_search` is no index: fewer parameters win.
  const holes = ({ urls }: Operation): number =>
    Math.min(...urls.filter(([, pattern]) => fits(pattern, path)).map(([, pattern]) => pattern.split("{").length));
  return fitting.toSorted((left, right) => holes(left) - holes(right))[0];
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = (path.split("?")[0] ?? "").split("/");
  return (
    wanted.length === given.length &&
    wanted.every(
      (part, at) =>
        part === given[at] || (part.startsWith("{") && given[at] !== "" && !(given[at] ?? "").startsWith("_")),
    )
  );
}

/** Names of the properties that lead to the end of a text of JSON, which may be unfinished. */
export function jsonPath(text: string): string[] {
  const path: (string | undefined)[] = [];
  let key: string | undefined;
  let at = 0;
  while (at < text.length) {
    const letter = text[at];
    if (letter === '"') {
      const end = endOfText(text, at);
      if (end >= text.length) break;
      if (/^\s*:/.test(text.slice(end + 1))) key = text.slice(at + 1, end);
      at = end;
    } else if (letter === "{" || letter === "[") {
      path.push(key);
      key = undefined;
    } else if (letter === "}" || letter === "]") {
      path.pop();
      key = undefined;
    } else if (letter === ",") key = undefined;
    at++;
  }
  return [...path, key].filter((name) => name !== undefined);
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
