/**
 * Every fetch phase, in the order in which Elasticsearch renders their members (`SearchHit.toXContent`); phases that
 * add to the same member are in the order of `SearchModule.registerFetchSubPhases`.
 */
import type { FetchPhase } from "./fetch-phase.ts";
import { docvalueFields } from "./phases/docvalue-fields.ts";
import { explain } from "./phases/explain.ts";
import { fields } from "./phases/fields.ts";
import { highlight } from "./phases/highlight.ts";
import { id } from "./phases/id.ts";
import { innerHits } from "./phases/inner-hits.ts";
import { matchedQueries } from "./phases/matched-queries.ts";
import { metadata } from "./phases/metadata.ts";
import { percolatorDocumentSlot } from "./phases/percolator-document-slot.ts";
import { score } from "./phases/score.ts";
import { scriptFields } from "./phases/script-fields.ts";
import { seqNoPrimaryTerm } from "./phases/seq-no-primary-term.ts";
import { shard } from "./phases/shard.ts";
import { sort } from "./phases/sort.ts";
import { source } from "./phases/source.ts";
import { storedFields } from "./phases/stored-fields.ts";
import { version } from "./phases/version.ts";

export const fetchPhases: readonly FetchPhase[] = [
  shard,
  id,
  version,
  seqNoPrimaryTerm,
  score,
  metadata,
  source,
  storedFields,
  docvalueFields,
  scriptFields,
  fields,
  highlight,
  percolatorDocumentSlot,
  sort,
  matchedQueries,
  explain,
  innerHits,
];
