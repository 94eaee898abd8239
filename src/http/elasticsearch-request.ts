/** One request at `/` as its operation sees it. */
import type { Json } from "../core/json.ts";
import type { MaybeLater } from "../core/maybe-later.ts";
import type { Principal } from "../security/principal.ts";
import type { Task } from "../tasks/task.ts";
import type { Run } from "./dialect.ts";
import type { ElasticsearchHead } from "./elasticsearch-head.ts";
import {
  announcedBytes,
  type HttpRequest,
  type RawRequest,
  type RequestHead,
  type ResponseFormat,
} from "./exchange.ts";
import type { BodyMedia } from "./media-type.ts";
import { parseBody } from "./parse-body.ts";
import { RequestBody } from "./request-body.ts";

/** What of a request does not stand in its head. */
export interface RequestParts {
  readonly raw: RawRequest;
  /** On the monotonic clock. */
  readonly startedMs: number;
  /** Longer bodies are refused. */
  readonly maxBodyBytes: number;
  /** Takes warnings. */
  readonly warn: (message: string) => void;
}

/** A class, as one object is all that a request costs here. */
export class ElasticsearchRequest implements HttpRequest {
  readonly head: RequestHead;
  readonly method: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly principal: Principal;
  readonly render: ResponseFormat;
  readonly contentType: BodyMedia | undefined;
  readonly hasBody: boolean;
  readonly startedMs: number;
  readonly clientAddress: string;
  readonly opaqueId: string | undefined;
  readonly compatibleWith: number | undefined;
  readonly task: Task;
  readonly warn: (message: string) => void;
  readonly #raw: RawRequest;
  readonly #body: RequestBody;

  constructor(head: ElasticsearchHead, { raw, startedMs, maxBodyBytes, warn }: RequestParts, run: Run) {
    const { contentType, bodyParameter } = head;
    this.head = raw.head;
    this.method = head.method;
    this.parameters = head.parameters;
    this.principal = run.principal;
    this.render = head.render;
    this.contentType = contentType;
    this.hasBody = contentType !== undefined;
    this.startedMs = startedMs;
    this.clientAddress = raw.clientAddress;
    this.opaqueId = head.opaqueId;
    this.compatibleWith = head.compatibleWith;
    this.task = run.task;
    this.warn = warn;
    this.#raw = raw;
    const encoding = bodyParameter ? undefined : head.contentEncoding;
    this.#body = new RequestBody(bodyParameter ?? raw.body, encoding, maxBodyBytes, run.account);
  }

  get contentLength(): number {
    return announcedBytes(this.#raw.head);
  }

  body(): MaybeLater<Uint8Array> {
    return this.#body.bytes();
  }

  async json(): Promise<Json | undefined> {
    return this.contentType === undefined ? undefined : parseBody(await this.#body.bytes(), this.contentType);
  }

  chunks(): AsyncIterable<Uint8Array> {
    return this.#body.chunks();
  }

  onGone(listener: () => void): void {
    this.#raw.onGone(listener);
  }
}
