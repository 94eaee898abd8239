/** What bodies of calls from other clusters have in common. */
import { illegalArgument } from "../../compat/errors.ts";
import { isMembers, type Members } from "../../remote/link-protocol.ts";
import type { PlainData } from "../../remote/plain-data.ts";

/** A request to the indices of an expression, as a client sent it to the other cluster. */
export interface AskedThere {
  /** How that cluster calls this one. */
  readonly cluster: string;
  readonly expression: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The body; empty when there is none. */
  readonly text: string;
  readonly members: Members;
}

/** Throws 400 for what cannot be read. */
export function readAsked(body: PlainData): AskedThere {
  if (!isMembers(body)) throw unreadable();
  const { cluster, expression, text = "", parameters = {} } = body;
  if (typeof cluster !== "string" || typeof expression !== "string" || typeof text !== "string") throw unreadable();
  if (!isMembers(parameters) || !areTexts(parameters)) throw unreadable();
  return { cluster, expression, text, parameters, members: body };
}

function areTexts(parameters: Members): parameters is Readonly<Record<string, string>> {
  return Object.values(parameters).every((value) => typeof value === "string");
}

function unreadable(): Error {
  return illegalArgument("a request of another cluster cannot be read");
}
