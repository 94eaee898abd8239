// A client with one connection that costs little itself: one request after another, answers with a length.
import { connect } from "node:net";

const HEAD_END = "\r\n\r\n";

export class Connection {
  #port;
  #socket;
  #waiting;
  #pieces = [];
  #missing = -1;

  constructor(port) {
    this.#port = port;
  }

  /** The body of the answer as text. */
  ask(method, path, body = "") {
    const type = path.includes("_bulk") ? "application/x-ndjson" : "application/json";
    const bytes = Buffer.from(body);
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    if (!this.#socket) this.#open();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#pieces = [];
      this.#missing = -1;
      this.#socket.write(bytes.length === 0 ? head : Buffer.concat([Buffer.from(head), bytes]));
    });
  }

  #open() {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    socket.on("data", (piece) => this.#take(piece));
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => {
      // One that the server gave away belongs to no request any more.
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#waiting?.reject(new Error("the connection was closed"));
    });
    this.#socket = socket;
  }

  #take(piece) {
    this.#pieces.push(piece);
    if (this.#missing >= 0) this.#missing -= piece.length;
    else {
      const all = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
      const end = all.indexOf(HEAD_END);
      if (end < 0) return;
      const head = all.toString("latin1", 0, end);
      this.#pieces = [all.subarray(end + HEAD_END.length)];
      this.#missing = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0) - this.#pieces[0].length;
      // The server shares its connections out over its threads.
      if (/\r\nconnection: *close/i.test(head)) this.#socket = undefined;
    }
    if (this.#missing > 0) return;
    const { resolve } = this.#waiting;
    this.#waiting = undefined;
    resolve(Buffer.concat(this.#pieces).toString());
  }
}
