/** A socket without a network: what a client writes is pushed, what is answered is kept. */
import { Duplex } from "node:stream";

export class MemorySocket extends Duplex {
  answered = "";
  writes = 0;
  /** Writes wait while it is set. */
  isStuck = false;
  #waiting: (() => void) | undefined;

  constructor() {
    super({ allowHalfOpen: true });
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes++;
    this.answered += chunk.toString("latin1");
    if (this.isStuck) this.#waiting = done;
    else done();
  }

  /** The client reads on. */
  release(): void {
    this.isStuck = false;
    this.#waiting?.();
    this.#waiting = undefined;
  }
}
