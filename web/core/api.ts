/** One way to the server: the session's cookie, its CSRF value, and what came back with how long it took. */
import { signal } from "@preact/signals";

/** What went wrong, in the words of the server; of either interface. */
export interface Fault {
  /** 0: the server was not reached. */
  readonly status: number;
  readonly type: string;
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
  /** By field of the body, as the identity interface tells it. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** An answer. `body` is what the caller expects where `ok`. */
export interface Answer<T> {
  readonly ok: boolean;
  readonly status: number;
  /** From sending to reading it. */
  readonly ms: number;
  readonly bytes: number;
  readonly body: T;
  readonly text: string;
  readonly fault?: Fault;
  readonly headers: Headers;
}

/** What a call may bring besides method, path and body. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly type?: string;
  /** JSON when absent. */
  readonly accept?: string;
  /** A 401 is an answer like others: nobody's session is over. */
  readonly anonymous?: boolean;
}

/** Rises when the server says that the session is over. */
export const sessionEnded = signal(0);
/** Whether the server was reached the last time. */
export const reachable = signal(true);

const NO_HEADERS = new Headers();

/** Never rejects: whatever goes wrong is a fault of the answer. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer<T>> {
  const started = performance.now();
  const headers: Record<string, string> = { accept: options.accept ?? "application/json" };
  if (body !== undefined) headers["content-type"] = options.type ?? "application/json";
  if (method !== "GET" && method !== "HEAD") headers["x-csrftoken"] = cookie("wardex_csrf");
  try {
    const response = await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      cache: "no-store",
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const text = await response.text();
    reachable.value = true;
    if (response.status === 401 && options.anonymous !== true) sessionEnded.value++;
    return answered<T>(response, text, performance.now() - started);
  } catch (error) {
    const aborted = error instanceof DOMException && error.name === "AbortError";
    if (!aborted) reachable.value = false;
    const fault: Fault = aborted
      ? { status: 0, type: "aborted", reason: "Stopped." }
      : { status: 0, type: "unreachable", reason: "The server does not answer. What you typed is kept; try again." };
    const ms = performance.now() - started;
    return { ok: false, status: 0, ms, bytes: 0, body: undefined as T, text: "", fault, headers: NO_HEADERS };
  }
}

function answered<T>(response: Response, text: string, ms: number): Answer<T> {
  let body: unknown = text;
  try {
    if (text !== "") body = JSON.parse(text);
  } catch {
    // Text it is: a cat table, or a page of a proxy.
  }
  const { ok, status, headers } = response;
  const answer = { ok, status, ms: Math.round(ms), bytes: text.length, body: body as T, text, headers };
  return ok ? answer : { ...answer, fault: faultOf(status, body, text) };
}

function faultOf(status: number, body: unknown, text: string): Fault {
  if (!isObject(body)) return { status, type: `HTTP ${status}`, reason: text.slice(0, 500) || "The server said no." };
  const error = body["error"];
  if (isObject(error)) {
    const causes = error["root_cause"];
    const cause: unknown = Array.isArray(causes) ? causes[0] : undefined;
    const told = isObject(cause) && typeof cause["reason"] === "string" ? cause : error;
    const deeper = deepest(error);
    const reason = String(told["reason"] ?? deeper ?? "");
    const line = Number(told["line"] ?? Number.NaN);
    return {
      status,
      type: String(told["type"] ?? `HTTP ${status}`),
      reason: deeper !== undefined && deeper !== reason ? `${reason}: ${deeper}` : reason,
      ...(Number.isNaN(line) ? {} : { line, column: Number(told["col"] ?? 1) }),
    };
  }
  if (typeof error === "string") return { status, type: `HTTP ${status}`, reason: error };
  if (typeof body["detail"] === "string") return { status, type: `HTTP ${status}`, reason: body["detail"] };
  const fields = Object.fromEntries(
    Object.entries(body).map(([name, texts]) => [name, Array.isArray(texts) ? texts.join(" ") : JSON.stringify(texts)]),
  );
  const reason = Object.entries(fields)
    .map(([name, said]) => (name === "non_field_errors" ? said : `${name}: ${said}`))
    .join(" ");
  return { status, type: `HTTP ${status}`, reason: reason || "The server said no.", fields };
}

/** Reason of the innermost cause; of searches it stands in the failed shards. */
function deepest(error: Readonly<Record<string, unknown>>): string | undefined {
  let at: unknown = error["caused_by"];
  let reason: string | undefined;
  while (isObject(at)) {
    if (typeof at["reason"] === "string") reason = at["reason"];
    at = at["caused_by"];
  }
  return reason;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function cookie(name: string): string {
  const prefix = `${name}=`;
  return (
    document.cookie
      .split("; ")
      .find((part) => part.startsWith(prefix))
      ?.slice(prefix.length) ?? ""
  );
}

/** A part of a path, whatever stands in it. */
export const part = (name: string): string => encodeURIComponent(name);
