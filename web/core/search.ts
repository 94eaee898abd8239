/** Answers of searches, as far as the console reads them. */
export interface Hit<Source> {
  readonly _index: string;
  readonly _id: string;
  readonly _score: number | null;
  readonly _source: Source;
  readonly _version?: number;
  readonly _seq_no?: number;
  readonly _primary_term?: number;
  readonly _routing?: string;
  readonly highlight?: Readonly<Record<string, readonly string[]>>;
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  readonly sort?: readonly unknown[];
}

export interface SearchAnswer<Source = Readonly<Record<string, unknown>>> {
  readonly took: number;
  readonly timed_out: boolean;
  readonly _shards: {
    readonly total: number;
    readonly failed: number;
    readonly failures?: readonly {
      readonly index?: string;
      readonly reason: { readonly type: string; readonly reason: string };
    }[];
  };
  readonly hits: {
    readonly total?: { readonly value: number; readonly relation: "eq" | "gte" };
    readonly max_score: number | null;
    readonly hits: readonly Hit<Source>[];
  };
  readonly aggregations?: Readonly<Record<string, unknown>>;
  readonly profile?: unknown;
}
