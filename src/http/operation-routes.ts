/** The documented operations with their paths and parameters, read once from `spec/search-operations.json`. */
import { readFileSync } from "node:fs";
import { packageFile } from "../core/package-files.ts";

/** Methods and one path; `{name}` is a parameter. */
export interface DocumentedUrl {
  readonly methods: readonly string[];
  readonly path: string;
}

/** One documented operation. */
export interface OperationRoute {
  readonly op: string;
  readonly urls: readonly DocumentedUrl[];
  /** Paths of 7.x, with `_doc` in the place of the type. */
  readonly olderUrls?: readonly DocumentedUrl[];
  readonly path: readonly string[];
  readonly query: readonly string[];
  /** Keys of the body; `["$value"]`: the whole body is the value; absent: takes none. */
  readonly body?: readonly string[];
  /** Parameters that get a deprecation warning. */
  readonly deprecatedParameters?: readonly string[];
  /** Whether it is a cat table, with `h`, `s`, `v` … */
  readonly cat?: boolean;
}

interface OperationsFile {
  readonly commonQuery: readonly string[];
  readonly catQuery: readonly string[];
  readonly operations: readonly OperationRoute[];
}

const file: OperationsFile = JSON.parse(readFileSync(packageFile("spec/search-operations.json"), "utf8"));

/** All documented operations. */
export const operationRoutes: readonly OperationRoute[] = file.operations;

/**
 * `format` works wherever the response is an object; `source` and `source_content_type` carry a body for clients that
 * cannot send one.
 */
const COMMON = [...file.commonQuery, "format"];
const BODY_IN_QUERY = ["source", "source_content_type"];

/** What takes one of these takes them all, as servers do although the specification does not say so. */
const INDEX_OPTIONS = ["allow_no_indices", "expand_wildcards", "ignore_throttled", "ignore_unavailable"];

/** Every parameter that an operation accepts in path or query string. */
export function acceptedParameters(route: OperationRoute): ReadonlySet<string> {
  const options = route.query.includes("expand_wildcards") ? INDEX_OPTIONS : [];
  return new Set([
    ...COMMON,
    ...route.path,
    ...route.query,
    ...options,
    ...(route.cat ? file.catQuery : []),
    ...(route.body ? BODY_IN_QUERY : []),
  ]);
}
