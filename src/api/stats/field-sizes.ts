/** Memory by field in the common statistics: that of field data, and of completions. */
import { simpleMatch } from "../../compat/wildcard.ts";
import { listParameter } from "../../http/parameters.ts";
import { sumOfFields } from "../../search/executor/cache-counts.ts";
import { fielddataBytes } from "./cache-stats.ts";
import type { CommonStats } from "./common-stats.ts";
import type { CountedShard } from "./index-health.ts";

/** Patterns of the fields whose memory is told; undefined: it is not told by field. */
export interface ToldFields {
  readonly fielddata: readonly string[] | undefined;
  readonly completion: readonly string[] | undefined;
}

/** `fields`, `fielddata_fields` and `completion_fields`. */
export function toldFields(parameters: Readonly<Record<string, string>>): ToldFields {
  const fields = listParameter(parameters, "fields");
  const withOwn = (name: string): readonly string[] | undefined => {
    const own = listParameter(parameters, name);
    return fields || own ? [...(fields ?? []), ...(own ?? [])] : undefined;
  };
  return { fielddata: withOwn("fielddata_fields"), completion: withOwn("completion_fields") };
}

/** The statistics of shards with what is told by field. */
export function withFieldSizes(counted: CommonStats, shards: readonly CountedShard[], told: ToldFields): CommonStats {
  const { fielddata, completion } = told;
  const completions = sumOfFields(shards.map((shard) => shard.completions));
  return {
    ...counted,
    ...(fielddata && {
      fielddata: {
        ...counted["fielddata"],
        fields: shownFields(fielddataBytes(shards), "memory_size_in_bytes", fielddata),
      },
    }),
    ...(completion && {
      completion: { ...counted["completion"], fields: shownFields(completions, "size_in_bytes", completion) },
    }),
  };
}

function shownFields(bytes: Readonly<Record<string, number>>, name: string, patterns: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(bytes)
      .filter(([field]) => patterns.some((pattern) => simpleMatch(pattern, field)))
      .map(([field, size]) => [field, { [name]: size }]),
  );
}
