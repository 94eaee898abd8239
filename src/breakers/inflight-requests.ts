/** The bodies of requests under way, from their announcement until their answer is made. */
import type { MemoryBreakers } from "./memory-breakers.ts";

/** The account of one request. */
export class InflightRequest {
  readonly #breakers: MemoryBreakers;
  readonly #always: boolean;
  /** Counted by now, and read by now: a body may be longer than announced, or not announced at all. */
  #counted: number;
  #read = 0;

  /** Throws 429 when there is no room for a body of the announced length; never where `always` is true. */
  constructor(breakers: MemoryBreakers, announcedBytes: number, always: boolean) {
    this.#breakers = breakers;
    this.#always = always;
    this.#counted = announcedBytes;
    breakers.takeInflight(announcedBytes, this.#always);
  }

  /** Bytes of the body were read (and inflated). Throws 429 when they are more than there is room for. */
  read(bytes: number): void {
    this.#read += bytes;
    const more = this.#read - this.#counted;
    if (more <= 0) return;
    this.#breakers.takeInflight(more, this.#always);
    this.#counted += more;
  }

  /** The answer is made. */
  end(): void {
    this.#breakers.giveInflight(this.#counted);
    this.#counted = 0;
  }
}
