/** For tests: an HTTP server and an SMTP server on loopback that take notifications and remember them. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net";

/** A request to a webhook. */
export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export class WebhookReceiver {
  readonly #server: Server;
  readonly calls: ReceivedCall[] = [];
  /** Status of the answers; undefined: none comes. */
  status: number | undefined = 204;
  /** Requests that are waiting for an answer. */
  waiting = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        receiver.calls.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
        if (receiver.status === undefined) receiver.waiting++;
        else
          response
            .writeHead(receiver.status, receiver.status === 302 ? { location: "/elsewhere" } : {})
            .end("a secret of the receiver");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get port(): number {
    return portOf(this.#server.address());
  }

  url(path = "/hook"): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and text. */
  readonly data: string;
}

/** Speaks as much of RFC 5321 as one mail at a time needs. */
export class SmtpReceiver {
  readonly #server: TcpServer;
  readonly #sockets = new Set<Socket>();
  readonly mails: ReceivedMail[] = [];
  /** Whether receivers are refused. */
  refuses = false;

  private constructor(server: TcpServer) {
    this.#server = server;
  }

  static async open(): Promise<SmtpReceiver> {
    const server = createTcpServer();
    const receiver = new SmtpReceiver(server);
    server.on("connection", (socket) => receiver.#talk(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get port(): number {
    return portOf(this.#server.address());
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => undefined);
    let rest = "";
    let mail: { from: string; to: string; lines: string[]; inData: boolean } = {
      from: "",
      to: "",
      lines: [],
      inData: false,
    };
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const hear = (line: string): void => {
      if (mail.inData) {
        if (line !== ".") return void mail.lines.push(line);
        this.mails.push({ from: mail.from, to: mail.to, data: mail.lines.join("\n") });
        mail = { from: "", to: "", lines: [], inData: false };
        return say("250 kept");
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO" || verb === "HELO") return say("250 receiver.test");
      if (verb === "MAIL") mail.from = addressIn(line);
      else if (verb === "RCPT") {
        if (this.refuses) return say("550 nobody of this name");
        mail.to = addressIn(line);
      } else if (verb === "DATA") {
        mail.inData = true;
        return say("354 go on");
      } else if (verb === "QUIT") return void socket.end("221 bye\r\n");
      else return say("502 no such command");
      say("250 ok");
    };
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) hear(line);
    });
    say("220 receiver.test");
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? "";
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
