/** What goes over a link: values that say all of themselves, without classes, functions or references. */

/** Numbers of one kind in a row, whose bytes are sent as they are. */
export type NumberArray =
  | Uint8Array
  | Int8Array
  | Uint8ClampedArray
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

/** See the file comment. Objects inherit nothing that matters; maps keep their order. */
export type PlainData =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | NumberArray
  | readonly PlainData[]
  | ReadonlyMap<PlainData, PlainData>
  | ReadonlySet<PlainData>
  | { readonly [name: string]: PlainData };
