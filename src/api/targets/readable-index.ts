/** An index that documents are read from by their ids. */
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { accessTo, type IndexAccess } from "../../access/index-access.ts";
import { grantedBy } from "../../security/privileges.ts";
import type { Principal } from "../../security/principal.ts";
import type { Services } from "../operation.ts";
import { existingIndex } from "./write-target.ts";

/** A concrete index, and what the caller may see of it; undefined: everything. */
export interface ReadableIndex {
  readonly metadata: IndexMetadata;
  readonly access: IndexAccess | undefined;
}

/** What gives reading by id, as a privilege or as an action that a rule names. */
const READING = [
  ...grantedBy("index", "read"),
  ...["get", "mget", "tv", "mtv"].map((action) => `indices:data/read/${action}`),
];

/** The concrete index of a name that must exist; 404 else. The right to read it was checked before. */
export function readableIndex(services: Services, { indices }: Principal, name: string): ReadableIndex {
  const metadata = existingIndex(services, name);
  return { metadata, access: accessTo(indices, metadata.name, aliasIn(metadata, name), READING) };
}

/** A name as the list of aliases by which an index was reached; undefined: it is no alias. */
export function aliasIn({ aliases }: IndexMetadata, name: string): readonly string[] | undefined {
  return Object.hasOwn(aliases, name) ? [name] : undefined;
}
