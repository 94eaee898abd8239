/** The state of a scripted metric, which only programs look into, and its form between threads. */

/** A `state`, shared by the scripts of one metric on one shard. */
export class ScriptState {
  readonly kind = "script-state";
}

/** A value of a script as plain data, with its type: what a shard sends to be reduced. */
export type PortableValue =
  | null
  | boolean
  | string
  /** A double. */
  | number
  | { readonly kind: "byte" | "short" | "char" | "int" | "long" | "float"; readonly value: number | bigint }
  | { readonly kind: "list" | "set"; readonly values: readonly PortableValue[] }
  | {
      readonly kind: "map";
      readonly order: "hash" | "linked" | "sorted";
      readonly entries: readonly (readonly [PortableValue, PortableValue])[];
    }
  | { readonly kind: "date"; readonly ms: number; readonly nanos: number; readonly zone: string };
