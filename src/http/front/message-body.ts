/** The body of one message while its bytes come: gathered, then handed over as a stream, or skipped. */
import { type BodyFraming, ChunkedFraming, LengthFraming } from "./body-framing.ts";
import { IncomingBody } from "./incoming-request.ts";
import { CHUNKED } from "./parse-head.ts";

/** Pieces that are gathered before they are joined. */
const MOST_PIECES = 64;

/** See the file comment. */
export class MessageBody {
  readonly #framing: BodyFraming;
  #gathered: Buffer[] | undefined = [];
  #stream: IncomingBody | undefined;
  #isFull = false;
  #skippedBytes = 0;
  /** What one read found: chunks that came together go on together. */
  #found: Buffer[] = [];
  readonly #take = (piece: Buffer): void => void this.#found.push(piece);

  constructor(bytes: number) {
    this.#framing = bytes === CHUNKED ? new ChunkedFraming() : new LengthFraming(bytes);
  }

  get ended(): boolean {
    return this.#framing.ended;
  }

  /** Whether nobody has been given anything of it so far. */
  get isGathered(): boolean {
    return this.#gathered !== undefined;
  }

  /** Whether its reader has enough for now. */
  get isFull(): boolean {
    return this.#isFull && this.#stream?.destroyed === false;
  }

  /** Bytes that are skipped, or will have to be. */
  get wastedBytes(): number {
    return this.#skippedBytes + this.#framing.bytesLeft;
  }

  /** Takes what of `data` from `at` on belongs to it; answers where it ended. Throws BrokenBody. */
  read(data: Buffer, at: number): number {
    const end = this.#framing.read(data, at, this.#take);
    if (this.#found.length > 0) {
      this.#taken(joined(this.#found));
      this.#found = [];
    }
    if (this.#framing.ended && this.#stream?.destroyed === false) this.#stream.push(null);
    return end;
  }

  /** The whole, which was gathered. */
  bytes(): Buffer {
    return joined(this.#gathered ?? []);
  }

  /** Hands over what there is and what is to come. `wanted`: its reader is ready for more. */
  stream(wanted: () => void): IncomingBody {
    const stream = new IncomingBody(() => {
      this.#isFull = false;
      wanted();
    });
    for (const piece of this.#gathered ?? []) this.#isFull = !stream.push(piece);
    this.#gathered = undefined;
    this.#stream = stream;
    return stream;
  }

  /** Nobody reads it any further. */
  drop(): void {
    this.#gathered = undefined;
    this.#stream?.destroy();
    this.#stream = undefined;
  }

  #taken(piece: Buffer): void {
    if (this.#gathered) {
      this.#gathered.push(piece);
      // Each piece costs more than its bytes, when they come one by one.
      if (this.#gathered.length > MOST_PIECES) this.#gathered = [joined(this.#gathered)];
    } else if (this.#stream?.destroyed === false) this.#isFull = !this.#stream.push(piece);
    else this.#skippedBytes += piece.length;
  }
}

function joined(pieces: readonly Buffer[]): Buffer {
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}
