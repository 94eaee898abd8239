/** The end of an engine: steps in their order, and what the one under way is. */

/** What is ended, in words, and how. */
export interface EndStep {
  readonly name: string;
  end(): unknown;
}

export class EngineEnd {
  readonly #steps: readonly EndStep[];
  #current: EndStep | undefined;

  constructor(steps: readonly EndStep[]) {
    this.#steps = steps;
  }

  /** What the end waits for; nothing before it has begun. */
  get waitsFor(): string[] {
    return this.#current ? [this.#current.name] : [];
  }

  /** Ends step after step; a step that fails ends the end. */
  async run(): Promise<void> {
    for (const step of this.#steps) {
      this.#current = step;
      await step.end();
    }
    this.#current = undefined;
  }
}
