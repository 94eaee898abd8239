/**
 * The first frame of each side of a connection: who it is, and what it speaks. It is JSON, as a side that speaks
 * otherwise must be able to read why it was refused.
 */
import { serialize } from "node:v8";

/** Rises with each change of the frames or of what is called that an older node cannot follow. */
export const PROTOCOL = 1;
/** Longer ones are refused. */
export const HELLO_BYTES = 16_384;

/** A node as it tells of itself. */
export interface Hello {
  readonly protocol: number;
  /** Version of the structured clone of V8, in which all later frames are written. */
  readonly clone: number;
  readonly cluster: string;
  readonly node: string;
  readonly name: string;
  /** Another one each time that the node starts. */
  readonly life: string;
}

/** The version of the structured clone that this process reads and writes: the byte behind the first. */
export function cloneVersion(): number {
  return serialize(null)[1] ?? 0;
}

/** Bytes of a hello. */
export function helloBytes(hello: Hello): Uint8Array {
  return Buffer.from(JSON.stringify(hello));
}

/** Bytes that tell why the other side was refused. */
export function refusalBytes(reason: string): Uint8Array {
  return Buffer.from(JSON.stringify({ refused: reason }));
}

/** What a first frame says; a text: why it was refused, or cannot be used. */
export function readHello(frame: Uint8Array): Hello | string {
  const read = parsed(frame);
  if (typeof read !== "object" || read === null) return "its first frame is no hello";
  const { refused, protocol, clone, cluster, node, name, life } = read as Readonly<Record<string, unknown>>;
  if (typeof refused === "string") return `it refused: ${refused}`;
  if (typeof protocol !== "number" || typeof clone !== "number") return "its first frame is no hello";
  if (typeof cluster !== "string" || typeof node !== "string" || typeof name !== "string" || typeof life !== "string")
    return "its first frame is no hello";
  return { protocol, clone, cluster, node, name, life };
}

/** Why a node is not talked to; undefined: it is. `certified`: the name in its certificate. */
export function refusalOf(own: Hello, other: Hello, certified: string | undefined): string | undefined {
  if (other.protocol !== own.protocol)
    return `node [${other.name}] speaks version ${other.protocol} of the protocol of nodes, this one ${own.protocol}`;
  if (other.clone !== own.clone)
    return `node [${other.name}] runs on a version of Node.js whose values have another form (${other.clone}, here ${own.clone})`;
  if (other.cluster !== own.cluster)
    return `node [${other.name}] belongs to the cluster [${other.cluster}], this one to [${own.cluster}]`;
  if (certified !== other.name) return `the certificate of node [${other.name}] is that of [${certified ?? ""}]`;
  if (other.name === own.name && other.node !== own.node) return `there are two nodes of the name [${own.name}]`;
  return undefined;
}

function parsed(frame: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(frame.buffer, frame.byteOffset, frame.length).toString());
  } catch {
    return undefined;
  }
}
