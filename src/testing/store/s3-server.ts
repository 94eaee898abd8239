/**
 * As much of an S3-compatible store as tests need, in this process: objects, conditional writes, uploads in parts,
 * listings in pages. Signatures are computed anew, independently of the client.
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const S3_KEYS = { accessKey: "test-access-key", secretKey: "test-secret-key" };
const PAGE = 3;

export class S3Server {
  readonly objects = new Map<string, Buffer>();
  /** Answers that go wrong before the next ones: each a status. */
  readonly failures: number[] = [];
  /** Whether conditional writes are written all the same, as by stores that do not know them. */
  ignoresConditions = false;
  readonly #uploads = new Map<string, Map<number, Buffer>>();
  readonly #server: Server;
  #made = 0;

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async open(): Promise<S3Server> {
    const server = new S3Server();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get endpoint(): string {
    // oxlint-disable-next-line no-unsafe-type-assertion -- a server on a port has such an address
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Uploads that were begun and neither completed nor given up. */
  get uploads(): number {
    return this.#uploads.size;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", this.endpoint);
    const failure = this.failures.shift();
    if (failure !== undefined) return fail(response, failure, "InternalError");
    if (!isSigned(request, url)) return fail(response, 403, "SignatureDoesNotMatch");
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
    if (bucket !== "bucket") return fail(response, 404, "NoSuchBucket");
    this.#answer(request, response, { key: rest.join("/"), query: url.searchParams, body });
  }

  #answer(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    { key, query, body }: { readonly key: string; readonly query: URLSearchParams; readonly body: Buffer },
  ): void {
    const upload = query.get("uploadId") ?? "";
    if (method === "GET" && key === "") this.#list(response, query);
    else if (method === "GET") {
      const object = this.objects.get(key);
      if (object) response.end(object);
      else fail(response, 404, "NoSuchKey");
    } else if (method === "PUT" && upload !== "") {
      this.#uploads.get(upload)?.set(Number(query.get("partNumber")), body);
      response.setHeader("etag", `"${upload}-${query.get("partNumber")}"`).end();
    } else if (method === "PUT") {
      if (headers["if-none-match"] === "*" && this.objects.has(key) && !this.ignoresConditions)
        return fail(response, 412, "PreconditionFailed");
      this.objects.set(key, body);
      response.setHeader("etag", '"1"').end();
    } else if (method === "DELETE" && upload !== "") {
      this.#uploads.delete(upload);
      response.writeHead(204).end();
    } else if (method === "POST" && query.has("delete")) this.#remove(response, body.toString());
    else if (method === "POST" && query.has("uploads")) {
      const id = `upload-${++this.#made}`;
      this.#uploads.set(id, new Map());
      xml(
        response,
        `<InitiateMultipartUploadResult><Bucket>bucket</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (method === "POST" && upload !== "") {
      const parts = [...(this.#uploads.get(upload) ?? [])].sort(([one], [other]) => one - other);
      this.#uploads.delete(upload);
      this.objects.set(key, Buffer.concat(parts.map(([, part]) => part)));
      xml(
        response,
        `<CompleteMultipartUploadResult><Bucket>bucket</Bucket><Key>${key}</Key><ETag>"1"</ETag></CompleteMultipartUploadResult>`,
      );
    } else fail(response, 405, "MethodNotAllowed");
  }

  #list(response: ServerResponse, query: URLSearchParams): void {
    const after = query.get("continuation-token") ?? "";
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
      .sort();
    const page = keys.slice(0, PAGE);
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${this.objects.get(key)?.length}</Size></Contents>`,
    );
    const more = keys.length > PAGE;
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    xml(response, `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`);
  }

  #remove(response: ServerResponse, body: string): void {
    const keys = [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
    for (const key of keys) this.objects.delete(key);
    const removed = keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`);
    xml(response, `<DeleteResult>${removed.join("")}</DeleteResult>`);
  }
}

function xml(response: ServerResponse, text: string): void {
  response.setHeader("content-type", "application/xml").end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

/** AWS Signature Version 4, as its documentation describes it. */
function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const match = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? "",
  );
  if (!match) return false;
  const [, key, scope = "", names = "", signature] = match;
  const query = [...url.searchParams].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const signed = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const digest = String(headers["x-amz-content-sha256"]);
  const canonical = [method, url.pathname, query.sort().join("&"), signed.join(""), names, digest].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const signingKey = scope
    .split("/")
    .reduce((previous: string | Buffer, part) => hmac(previous, part), `AWS4${S3_KEYS.secretKey}`);
  return key === S3_KEYS.accessKey && hmac(signingKey, text).toString("hex") === signature;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
