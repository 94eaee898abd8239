/** The bodies of requests in progress, from their announced length until their response is made. */
import type { MemoryBreakers } from "./memory-breakers.ts";

/** The bytes accounted to one request. */
export class InflightRequest {
  readonly #breakers: MemoryBreakers;
  readonly #always: boolean;
  /** Bytes counted, and bytes read so far: a body may be longer than announced, or not announced at all. */
  #counted: number;
  #read = 0;

  /** Throws 429 when there is no room for a body of the announced length, unless `always` is true. */
  constructor(breakers: MemoryBreakers, announcedBytes: number, always: boolean) {
    this.#breakers = breakers;
    this.#always = always;
    this.#counted = announcedBytes;
    breakers.takeInflight(announcedBytes, this.#always);
  }

  /** Accounts for bytes of the body that were read (and inflated). Throws 429 when there is no room for them. */
  read(bytes: number): void {
    this.#read += bytes;
    const more = this.#read - this.#counted;
    if (more <= 0) return;
    this.#breakers.takeInflight(more, this.#always);
    this.#counted += more;
  }

  /** Releases everything when the response is made. */
  end(): void {
    this.#breakers.giveInflight(this.#counted);
    this.#counted = 0;
  }
}
