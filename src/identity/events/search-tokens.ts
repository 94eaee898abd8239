/**
 * What `search` finds events by. Terms hold no blanks and no commas, so a term stands in a text exactly if it stands in
 * one of the pieces between them. Events repeat the same few pieces, so that looking through all different ones is
 * quick where looking through all texts is not.
 */
import type { Json } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { StoredEvent } from "./event-store.ts";

const SEPARATORS = /[\s,]+/u;
// Terms of an index are limited to 32 KB; longer pieces are kept in parts that overlap by what a term may be long.
const LONGEST_PIECE = 2000;
const LONGEST_TERM = 300;

/** The terms of a search: in lower case, at most 300 characters each, each once. */
export function eventSearchTerms(search: string | undefined): string[] {
  return piecesOf(search ?? "").map((term) => term.slice(0, LONGEST_TERM));
}

/** All pieces of an event but its pk. */
export function searchTokens(event: StoredEvent): string[] {
  const texts: readonly Json[] = [event.user, event.action, event.app, event.context, event.client_ip];
  const pieces = texts.flatMap((text) =>
    text === null ? [] : piecesOf(typeof text === "string" ? text : stringifyJson(text)),
  );
  return [...new Set(pieces.flatMap(parts))];
}

function piecesOf(text: string): string[] {
  return [...new Set(text.toLowerCase().split(SEPARATORS))].filter((piece) => piece !== "");
}

function parts(piece: string): string[] {
  if (piece.length <= LONGEST_PIECE) return [piece];
  const overlapping: string[] = [];
  for (let at = 0; at === 0 || at + LONGEST_TERM < piece.length; at += LONGEST_PIECE - LONGEST_TERM)
    overlapping.push(piece.slice(at, at + LONGEST_PIECE));
  return overlapping;
}
