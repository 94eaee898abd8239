/** Streams: what is said of them happens when a result is asked for, one value after another. */
import { countSteps } from "./limits.ts";
import { JavaIterable } from "./collections.ts";
import type { Value } from "./values.ts";
import { illegalStateError } from "./java-error.ts";

/** The type of a stream's values. */
export type StreamKind = "object" | "int" | "long" | "double";

const NAMES: Readonly<Record<StreamKind, string>> = {
  object: "java.util.stream.Stream",
  int: "java.util.stream.IntStream",
  long: "java.util.stream.LongStream",
  double: "java.util.stream.DoubleStream",
};

export class JavaStream extends JavaIterable {
  readonly java: string;
  readonly kind: StreamKind;
  readonly #values: Iterable<Value>;
  #used = false;

  constructor(values: Iterable<Value>, kind: StreamKind) {
    super();
    this.#values = values;
    this.kind = kind;
    this.java = NAMES[kind];
  }

  /** Each value once; a stream is gone through only once. */
  override values(): Iterable<Value> {
    if (this.#used) throw illegalStateError("stream has already been operated upon or closed");
    this.#used = true;
    return counted(this.#values);
  }

  /** Another stream over what a function makes of the values. */
  through(make: (values: Iterable<Value>) => Iterable<Value>, kind: StreamKind = this.kind): JavaStream {
    return new JavaStream(make(this.values()), kind);
  }
}

function* counted(values: Iterable<Value>): Iterable<Value> {
  for (const value of values) {
    countSteps(1);
    yield value;
  }
}

export function streamOf(values: Iterable<Value>, kind: StreamKind = "object"): JavaStream {
  return new JavaStream(values, kind);
}
