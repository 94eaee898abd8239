/** Where a body ends: after a length, or after its last chunk (RFC 9112, sections 6 and 7). */
import { trailerProblem } from "./parse-head.ts";

/** Takes the bytes of a body as they come. */
export type TakePiece = (piece: Buffer) => void;

/** Reads the bytes of one body, wherever they are cut. */
export interface BodyFraming {
  /** Whether the body is complete. */
  readonly ended: boolean;
  /** Bytes that are to come for certain. */
  readonly bytesLeft: number;
  /** Hands over what of `data` from `at` on belongs to the body; answers where it ended. Throws BrokenBody. */
  read(data: Buffer, at: number, take: TakePiece): number;
}

/** What comes is no body; the message says why. */
export class BrokenBody extends Error {}

/** A body of a known length. */
export class LengthFraming implements BodyFraming {
  bytesLeft: number;

  constructor(bytes: number) {
    this.bytesLeft = bytes;
  }

  get ended(): boolean {
    return this.bytesLeft === 0;
  }

  read(data: Buffer, at: number, take: TakePiece): number {
    const end = Math.min(data.length, at + this.bytesLeft);
    if (end === at) return at;
    this.bytesLeft -= end - at;
    take(data.subarray(at, end));
    return end;
  }
}

/** Extensions of all chunks of a body, and its trailers, together; nobody sends any. */
const MOST_LINE_BYTES = 16 * 1024;
/** Length and extensions of a chunk; the grammar of RFC 9112 without white space, which no sender may write. */
const CHUNK_LINE =
  /^([\da-fA-F]{1,16})((?:;[!#$%&'*+\-.^_`|~\dA-Za-z]+(?:=(?:[!#$%&'*+\-.^_`|~\dA-Za-z]+|"(?:[\t !#-[\]-~\u0080-\u00ff]|\\[\t -~\u0080-\u00ff])*"))?)*)$/;
const CR = 0x0d;
const LF = 0x0a;

/** A body in chunks; extensions and trailers are checked and dropped. */
export class ChunkedFraming implements BodyFraming {
  #part: "size" | "data" | "end of data" | "trailers" | "ended" = "size";
  #bytesLeft = 0;
  /** A line of which only the beginning has come. */
  #line = "";
  #lineBytes = 0;

  get ended(): boolean {
    return this.#part === "ended";
  }

  get bytesLeft(): number {
    return this.#part === "data" ? this.#bytesLeft : 0;
  }

  read(data: Buffer, from: number, take: TakePiece): number {
    let at = from;
    while (at < data.length && this.#part !== "ended") {
      if (this.#part === "data") at = this.#readData(data, at, take);
      else at = this.#readLine(data, at);
    }
    return at;
  }

  #readData(data: Buffer, at: number, take: TakePiece): number {
    const end = Math.min(data.length, at + this.#bytesLeft);
    this.#bytesLeft -= end - at;
    if (this.#bytesLeft === 0) this.#part = "end of data";
    take(data.subarray(at, end));
    return end;
  }

  /** A line ends with CR and LF, and holds neither of them. */
  #readLine(data: Buffer, at: number): number {
    const end = data.indexOf(LF, at);
    const upTo = end < 0 ? data.length : end;
    if (this.#line.length + upTo - at > MOST_LINE_BYTES) throw new BrokenBody("chunk line or trailer too long");
    const line = this.#line + data.toString("latin1", at, upTo);
    if (end < 0) {
      checkBegunLine(line, this.#part === "end of data");
      this.#line = line;
      return data.length;
    }
    if (line.charCodeAt(line.length - 1) !== CR) throw new BrokenBody("LF without CR in a chunked body");
    this.#line = "";
    this.#take(line.slice(0, -1));
    return end + 1;
  }

  #take(line: string): void {
    if (this.#part === "end of data") {
      if (line !== "") throw new BrokenBody("chunk longer than its size");
      this.#part = "size";
      return;
    }
    if (this.#part === "trailers") {
      if (line === "") this.#part = "ended";
      else this.#takeTrailer(line);
      return;
    }
    const [, size = "", extensions = ""] = CHUNK_LINE.exec(line) ?? [];
    if (size === "") throw new BrokenBody("invalid chunk size");
    this.#countLine(extensions.length);
    this.#bytesLeft = Number.parseInt(size, 16);
    if (this.#bytesLeft > Number.MAX_SAFE_INTEGER) throw new BrokenBody("invalid chunk size");
    this.#part = this.#bytesLeft === 0 ? "trailers" : "data";
  }

  #takeTrailer(line: string): void {
    const wrong = trailerProblem(line);
    if (wrong !== undefined) throw new BrokenBody(wrong);
    this.#countLine(line.length);
  }

  #countLine(bytes: number): void {
    this.#lineBytes += bytes;
    if (this.#lineBytes > MOST_LINE_BYTES) throw new BrokenBody("chunk extensions or trailers too long");
  }
}

/** What cannot become a line any more is refused before its end comes. */
function checkBegunLine(line: string, isEmpty: boolean): void {
  const cr = line.indexOf("\r");
  if (cr >= 0 && cr < line.length - 1) throw new BrokenBody("CR without LF in a chunked body");
  if (isEmpty && line !== "" && cr !== 0) throw new BrokenBody("chunk longer than its size");
}
