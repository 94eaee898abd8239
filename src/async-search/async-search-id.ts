/** Ids of async searches, in Elasticsearch's form: base64url of the name of the record and of the task. */
import { illegalArgument, RequestError } from "../compat/errors.ts";

/** What an id says. */
export interface AsyncSearchId {
  /** Name of the record, which nobody can guess. */
  readonly record: string;
  /** `node:number` of the task of the search. */
  readonly task: string;
}

export function encodeAsyncSearchId({ record, task }: AsyncSearchId): string {
  const bytes = Buffer.concat([record, task].map((text) => Buffer.from(`${String.fromCharCode(text.length)}${text}`)));
  return bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_");
}

/** Throws RequestError 400 for what is no id. */
export function decodeAsyncSearchId(id: string): AsyncSearchId {
  const bytes = Buffer.from(id, "base64url");
  const [record, afterRecord] = textAt(bytes, 0);
  const [task, end] = textAt(bytes, afterRecord);
  if (task === undefined || record === undefined || end !== bytes.length || !/^[\w-]{22}$/.test(record))
    throw invalidId(id);
  return { record, task };
}

/** A text behind its length, and where it ends. */
function textAt(bytes: Buffer, at: number): readonly [string | undefined, number] {
  const end = at + 1 + (bytes[at] ?? 0);
  return at < bytes.length && end <= bytes.length ? [bytes.toString("latin1", at + 1, end), end] : [undefined, at];
}

function invalidId(id: string): RequestError {
  return illegalArgument(`invalid id: [${id}]`);
}
