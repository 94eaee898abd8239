/**
 * Searching, as the other layers see it. What a client asks goes to one search thread as its text and comes back as
 * response bytes, so that main never parses a query; what the server itself asks are verbs of plain data.
 */
import type { ShardFielddataBytes } from "./shard/fielddata.ts";
import type { SlowPhase } from "./slow-phases.ts";
import type { IndexMetadata } from "../cluster/cluster-state.ts";
import type { SearcherDescriptor } from "../documents/documents.ts";
import type { FoundDocuments } from "../documents/write/found-documents.ts";
import type { IndexAccess } from "../access/index-access.ts";
import type { KeptSet, ShardQueryCacheCounts } from "../query/query-cache/query-cache.ts";
import type { PortableError } from "../compat/errors.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { DocumentReference } from "../query/document-reference.ts";
import type { InferenceQuestion } from "../query/inference-question.ts";
import type { ProfiledShard } from "./coordinate/render-profile.ts";
import type { ScrollCursor, SearchStep } from "./scroll-cursor.ts";
import type { SearchRequest } from "./request/search-request.ts";
import type { ShardReadCounts } from "./shard/read-counts.ts";
import type { Help, SharedSearch } from "./shard/shared-search.ts";
import type { ClusterAnswer, ClusterOutcome, ClusterSearch } from "./cluster-answer.ts";
import type { IndexCaps } from "./field-caps/merge-caps.ts";
import type { ShardFailure } from "./shard-failures.ts";
import type { HitReference, ShardResult } from "./shard-result.ts";
import type { ExecuteTask } from "./painless-execute/parse-execute.ts";
import type { TermVectorItem } from "./term-vectors/term-vector-item.ts";
import type { AnalyzeTask, CallAnalysis } from "./analyze/analyze-task.ts";
import type { CallKind } from "./search-action.ts";
import type { CustomsFollower } from "./search-customs.ts";

/** What a search runs on: concrete indices, with what aliases and roles add. */
export interface SearchTarget {
  readonly uuid: string;
  readonly index: string;
  /** Filters of the aliases by which it was reached; all must match. */
  readonly filters: readonly JsonObject[];
  /** What the caller may see of it; undefined: everything. Not optional, so that nobody forgets to ask. */
  readonly access: IndexAccess | undefined;
  /** The name by which another cluster calls this one and asks, which stands before that of the index; absent: none. */
  readonly cluster?: string | undefined;
  /** Shard numbers to search (routing); undefined: all. */
  readonly shards?: readonly number[] | undefined;
  /** By shard number, the state to be searched, which a lease keeps; undefined: the current ones. */
  readonly generations?: readonly (number | undefined)[] | undefined;
}

/** How the response object becomes bytes. */
export interface RenderOptions {
  readonly filterPath: string | undefined;
  readonly pretty: boolean;
  readonly human: boolean;
  /** Media type of the response: `json`, `yaml`, `cbor`, `smile`. */
  readonly format: "json" | "yaml" | "cbor" | "smile";
}

/** One request to the search side. */
export interface SearchAction {
  /** `search`, `count`, `msearch`, `explain`, `validate` …: one of those in `search/actions.ts`. */
  readonly kind: CallKind;
  /** Concrete targets; msearch: those of each item. */
  readonly targets: readonly (readonly SearchTarget[])[];
  /** What the bodies refer to, as far as it was asked for by an answer that was none. */
  readonly references?: readonly ResolvedReference[] | undefined;
  /** What `analyze` is made of, where that is not an index of the targets. */
  readonly analysis?: CallAnalysis | undefined;
  /** Body (or bodies of msearch items) as JSON text; empty when none. */
  readonly bodies: readonly string[];
  /** What the operations that read their bodies themselves make of them; such calls have no bodies. */
  readonly tasks?: readonly (AnalyzeTask | ExecuteTask | TermVectorItem)[] | undefined;
  /** What the items are steps of, where they are. */
  readonly steps?: readonly (SearchStep | undefined)[] | undefined;
  /** Query string parameters of each item, unparsed, path parameters included. */
  readonly parameters: readonly Readonly<Record<string, string>>[];
  readonly render: RenderOptions;
  /** What clusters found for the search of the call, to be put together; its targets are none then. */
  readonly clusters?: readonly ClusterOutcome[] | undefined;
  /** When main received the request, on the monotonic clock, for `took`. */
  readonly startedMs: number;
}

/** The answer, ready to be sent. */
export interface SearchAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  /** Where the body stands, to be given back when it is sent; undefined: in memory of its own. */
  readonly page?: SharedArrayBuffer | undefined;
  /** Deprecation warnings for the header. */
  readonly warnings: readonly string[];
  /** Whether the same request has this answer until something changes on its indices. */
  readonly isCacheable: boolean;
  /** Groups of statistics that the searches of the call name (`stats`). */
  readonly groups: readonly (readonly string[])[];
  /** What the bodies of its searches ask for (`request/search-usage.ts`); undefined where there is none. */
  readonly usages: readonly (string | undefined)[];
  /** What the log is to tell; undefined: nothing. */
  readonly slow?: readonly SlowPhase[] | undefined;
  /** Where the next step begins, if there is to be one. */
  readonly cursor?: ScrollCursor | undefined;
}

/** What a body refers to that is not in the searched indices. */
export type Reference =
  | ({ readonly kind: "document" } & DocumentReference)
  | ({ readonly kind: "inference" } & InferenceQuestion)
  /** An index that fields of runtime type `lookup` show documents of. */
  | { readonly kind: "index"; readonly name: string };

/** What there is at a reference, as its caller sees it, or why there is nothing. */
export type ResolvedReference = { readonly reference: Reference } & (
  | { readonly value: Json }
  | { readonly targets: readonly SearchTarget[] }
  | { readonly error: PortableError }
);

/** In the place of an answer: what must be known before there can be one. */
export interface UnresolvedReferences {
  readonly unresolved: readonly Reference[];
}

/** A search and what it runs on, as plain data. */
export interface Search {
  readonly request: SearchRequest;
  readonly targets: readonly SearchTarget[];
  /** What it is a step of. */
  readonly step?: SearchStep | undefined;
  /** See SearchAction. */
  readonly references?: readonly ResolvedReference[] | undefined;
  /** Whether its hits are to be worked on: they are answered packed, and nothing else of them. */
  readonly isPacked?: boolean;
}

/** A hit, its members as responses show them (`_id`, `_source`, `fields`, `sort` …). */
export type Hit = JsonObject;

/** What a search found. */
export interface SearchResult {
  readonly tookMs: number;
  readonly timedOut: boolean;
  readonly terminatedEarly: boolean;
  readonly shards: {
    readonly total: number;
    /** Those on which nothing could match. */
    readonly skipped: number;
    readonly failures: readonly ShardFailure[];
  };
  readonly total: number;
  /** Whether there may be more than `total`. */
  readonly more: boolean;
  /** NaN: none. */
  readonly maxScore: number;
  readonly hits: readonly Hit[];
  /** The hits, where they are answered packed. */
  readonly packed?: FoundDocuments | undefined;
  /** By name, as responses show them; undefined without aggregations, and where no shard was asked. */
  readonly aggregations: JsonObject | undefined;
  /** Where the time went on the shards that answered; empty unless that was asked for. */
  readonly profile: readonly ProfiledShard[];
  /** Of a scroll: where the next page begins. */
  readonly cursor?: ScrollCursor | undefined;
}

/** What is asked of the search side within the process: each verb takes plain data and answers plain data. */
export interface SearchVerbs {
  /** A whole search. */
  search(search: Search): SearchResult;
  /** The query phase alone: what each shard of the targets found, to be reduced by whoever asks. */
  searchShards(search: Search): readonly ShardResult[];
  /** What one cluster contributes to a search over several. */
  searchCluster(search: ClusterSearch): ClusterAnswer;
  /** What fields each of some indices has. */
  indexCaps(asked: CapsQuestion): readonly IndexCaps[];
  /** The fetch phase alone: what the hits of a query phase show. The targets name the states that were searched. */
  fetch(fetch: Search & { readonly hits: readonly HitReference[] }): readonly Hit[];
  /** Whether a query means something on the targets. Throws what cannot be read at all. */
  validate(query: { readonly query: Json; readonly targets: readonly SearchTarget[] }): boolean;
  /**
   * Which documents of shards may be seen, by their places in the order of operations: true, false, or null where a
   * searcher does not have the document (any more).
   */
  visible(documents: readonly ShardDocuments[]): readonly (readonly (boolean | null)[])[];
}

/** A request for the capabilities of fields, as the client sent it. */
export interface CapsQuestion {
  readonly body: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly targets: readonly SearchTarget[];
}

/** Some documents of one shard. */
export interface ShardDocuments {
  readonly target: SearchTarget;
  readonly seqNos: readonly number[];
}

/** What a verb is asked, and what it answers. */
export type Question<Verb extends keyof SearchVerbs> = Parameters<SearchVerbs[Verb]>[0];
export type Answer<Verb extends keyof SearchVerbs> = ReturnType<SearchVerbs[Verb]>;

/** Who asks for something. */
export interface SearchCaller {
  /** Takes what is to be called when the caller goes away. */
  readonly onGone?: ((listener: () => void) => void) | undefined;
  /** Finds what a body refers to, as the caller may see it; absent: nothing may be referred to. */
  readonly resolve?: ((references: readonly Reference[]) => Promise<readonly ResolvedReference[]>) | undefined;
}

/** The search side, asked from within the process. */
export type SearchService = {
  readonly [Verb in keyof SearchVerbs]: (question: Question<Verb>, caller?: SearchCaller) => Promise<Answer<Verb>>;
};

/** Asks one verb. */
export type AskVerb = <Verb extends keyof SearchVerbs>(
  verb: Verb,
  question: Question<Verb>,
  caller: SearchCaller,
) => Promise<Answer<Verb>>;

/** The service whose verbs are all asked in one way. */
export function serviceOf(ask: AskVerb): SearchService {
  return {
    search: (question, caller = {}) => ask("search", question, caller),
    searchShards: (question, caller = {}) => ask("searchShards", question, caller),
    searchCluster: (question, caller = {}) => ask("searchCluster", question, caller),
    indexCaps: (question, caller = {}) => ask("indexCaps", question, caller),
    fetch: (question, caller = {}) => ask("fetch", question, caller),
    validate: (question, caller = {}) => ask("validate", question, caller),
    visible: (question, caller = {}) => ask("visible", question, caller),
  };
}

/** What a thread is told of a call beside the call. */
export interface CallTerms {
  /** Shared word: 0 running, 1 cancelled. */
  readonly control: Int32Array | undefined;
  /** When main received the request, on the monotonic clock, for `took`. */
  readonly startedMs: number;
}

/** The search side of one thread. */
export interface SearchThread extends CustomsFollower {
  /** Takes over the metadata of an index (mapping, settings). */
  applyIndex(metadata: IndexMetadata): void;
  removeIndex(uuid: string): void;
  /** Uses this searcher for calls from now on; the one before is released when no call runs on it any more. */
  publish(searcher: SearcherDescriptor): void;
  /** Keeps a searcher for calls that name it, whatever is published. */
  keep(searcher: SearcherDescriptor): void;
  /** No longer keeps a searcher for calls that name it. */
  letGo(uuid: string, shard: number, generation: number): void;
  /** Answers with the bytes of a response. */
  call(request: SearchAction, control?: Int32Array): Promise<SearchAnswer | UnresolvedReferences>;
  /** Answers with plain data. */
  ask<Verb extends keyof SearchVerbs>(
    verb: Verb,
    question: Question<Verb>,
    terms: CallTerms,
  ): Promise<Answer<Verb> | UnresolvedReferences>;
  /** Takes part in a search that another thread shares; undefined: that thread does not wait for it. */
  help(search: SharedSearch): Promise<Help | undefined>;
  /** Another thread took part in a search that this one shares, or ended before it could answer. */
  helped(id: number, help: Help | Error): void;
  /** Called with each large search that other threads may take part in; undefined: there are no others. */
  onShare: ((search: SharedSearch) => void) | undefined;
  /** Takes over a set of the query cache that another thread has made. */
  takeSet(kept: KeptSet): void;
  /** Called with each set that the query cache makes. */
  onSetKept: (kept: KeptSet) => void;
  /** Lets go of the sets that the query cache keeps for an index. */
  clearQueryCache(uuid: string): void;
  /** What the thread keeps of field data, by shard. */
  fielddataBytes(): readonly ShardFielddataBytes[];
  /** Lets go of the field data of an index; `fields`: of these only. */
  clearFielddata(uuid: string, fields: readonly string[] | undefined): void;
  /** What the query cache did, by shard; forgotten with the index. */
  queryCacheCounts(): readonly ShardQueryCacheCounts[];
  /** What its searches have read of fields; forgotten with the index. */
  readCounts(): readonly ShardReadCounts[];
  /** Called when a generation of a shard is no longer used on this thread. */
  onRelease: (uuid: string, shard: number, generation: number) => void;
  /** Called when a source file of a shard turns out to be damaged. */
  onDamage: (uuid: string, shard: number, file: string) => void;
}
