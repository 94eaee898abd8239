/**
 * What goes through the http layer: a raw request and answer (with or without a socket), and the request as a handler
 * sees it.
 */
import type { Readable } from "node:stream";
import type { Json } from "../core/json.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import { ownOf } from "../core/names.ts";
import type { Noted } from "../core/note.ts";
import type { Principal } from "../security/principal.ts";
import type { Task } from "../tasks/task.ts";
import type { CatTable } from "./cat-table.ts";
import type { BodyMedia, ResponseMedia } from "./media-type.ts";

/**
 * What a head says. Requests whose heads are the same text share one object, whatever connection they come by, so that
 * what follows from it can be kept with it.
 */
export interface RequestHead extends Noted {
  readonly method: string;
  /** As in the request line: path and query string. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A request as it came. */
export interface RawRequest {
  readonly head: RequestHead;
  /** Address of the client, behind trusted proxies; `127.0.0.1` for calls within the process. */
  readonly clientAddress: string;
  /** Whether the client speaks TLS, with us or with a trusted proxy. */
  readonly secure?: boolean;
  /**
   * Scheme, address and port where the request came in, as the socket tells it; absent for calls within the process.
   */
  readonly reachedAt?: string;
  /** One for all requests of a connection; absent for calls within the process. */
  readonly connection?: object;
  /** Bytes where it was complete when the request was handed over; undefined: no body. */
  readonly body: Readable | Uint8Array | undefined;
  /** Calls back when the client goes away. */
  onGone(listener: () => void): void;
}

/** An answer, ready to be sent. */
export interface RawResponse {
  readonly status: number;
  /** With `Content-Length`. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Empty for HEAD. */
  readonly body: Uint8Array;
  /** Called, at most once, when nobody reads the body any more. */
  readonly sent?: (() => void) | undefined;
  /** Close the connection after the answer (the rest of the request is not wanted). */
  readonly close?: boolean;
}

/** How the answer is rendered. */
export interface ResponseFormat {
  readonly filterPath: string | undefined;
  readonly pretty: boolean;
  readonly human: boolean;
  readonly format: ResponseMedia;
}

/** A request whose operation is known, whose caller is verified and whose parameters are all known ones. */
export interface HttpRequest {
  readonly head: RequestHead;
  readonly method: string;
  /** Path parameters and query string parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly principal: Principal;
  readonly render: ResponseFormat;
  /** Media of the body; undefined without a body. */
  readonly contentType: BodyMedia | undefined;
  /** Whether there is a body (in the request or in the parameter `source`). */
  readonly hasBody: boolean;
  /**
   * Whole body as bytes (inflated); empty when none; at once where all of it is there. Not to be used together with
   * `chunks`.
   */
  body(): MaybeLater<Uint8Array>;
  /** Body parsed (of any media), undefined when empty; a broken one is a 400 in Elasticsearch's words. */
  json(): Promise<Json | undefined>;
  /** Body as a stream of pieces, inflated, for bulk. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Bytes that the client announced; 0 when unknown. */
  readonly contentLength: number;
  /** 7, 8 or 9: the version whose answers the client asked for; undefined: current. */
  readonly compatibleWith: number | undefined;
  /** Calls back when the client goes away. */
  onGone(listener: () => void): void;
  /** On the monotonic clock. */
  readonly startedMs: number;
  /** Address of the client, for the audit trail. */
  readonly clientAddress: string;
  /** Header `X-Opaque-Id`: what the caller calls the request. */
  readonly opaqueId: string | undefined;
  /** Adds a deprecation warning (header `Warning: 299`). */
  warn(message: string): void;
  /** What it is among the tasks. One that can be cancelled is told so when the client goes away, too. */
  readonly task: Task;
}

/** An answer: an object to be rendered, bytes that are rendered already, a cat table or plain text. */
export type HttpResponse =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string | string[]>> }
  | {
      readonly status: number;
      readonly bytes: Uint8Array;
      /** Called, at most once, when nobody reads the bytes any more. */
      readonly sent?: (() => void) | undefined;
      /** Media type of the bytes; undefined: that of `render.format`. */
      readonly contentType?: string;
      readonly warnings?: readonly string[];
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly status: number; readonly table: CatTable }
  | { readonly status: number; readonly text: string };

/** A header as one text. */
export function headerText({ headers }: Pick<RequestHead, "headers">, name: string): string | undefined {
  const value = ownOf(headers, name);
  return Array.isArray(value) ? value.join(", ") : value;
}

/** `Content-Length`; 0 when nothing is announced. */
export function announcedBytes(head: Pick<RequestHead, "headers">): number {
  const announced = Number(headerText(head, "content-length") ?? 0);
  return Number.isFinite(announced) ? announced : 0;
}
