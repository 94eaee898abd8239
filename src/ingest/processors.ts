/** The processors, one file each. */
import type { ProcessorKind } from "./processor.ts";
import { append } from "./processors/append.ts";
import { bytes } from "./processors/bytes.ts";
import { communityId } from "./processors/community-id.ts";
import { convert } from "./processors/convert.ts";
import { csv } from "./processors/csv.ts";
import { dateIndexName } from "./processors/date-index-name.ts";
import { date } from "./processors/date.ts";
import { dissect } from "./processors/dissect.ts";
import { dotExpander } from "./processors/dot-expander.ts";
import { drop } from "./processors/drop.ts";
import { fail } from "./processors/fail.ts";
import { fingerprint } from "./processors/fingerprint.ts";
import { foreach } from "./processors/foreach.ts";
import { grok } from "./processors/grok.ts";
import { gsub } from "./processors/gsub.ts";
import { htmlStrip } from "./processors/html-strip.ts";
import { join } from "./processors/join.ts";
import { json } from "./processors/json.ts";
import { kv } from "./processors/kv.ts";
import { lowercase } from "./processors/lowercase.ts";
import { networkDirection } from "./processors/network-direction.ts";
import { pipeline } from "./processors/pipeline.ts";
import { remove } from "./processors/remove.ts";
import { rename } from "./processors/rename.ts";
import { reroute } from "./processors/reroute.ts";
import { script } from "./processors/script.ts";
import { setSecurityUser } from "./processors/set-security-user.ts";
import { set } from "./processors/set.ts";
import { sort } from "./processors/sort.ts";
import { split } from "./processors/split.ts";
import { trim } from "./processors/trim.ts";
import { uppercase } from "./processors/uppercase.ts";
import { uriParts } from "./processors/uri-parts.ts";
import { urldecode } from "./processors/urldecode.ts";
import { userAgent } from "./processors/user-agent.ts";
import { circle } from "./processors/circle.ts";
import { geoGrid } from "./processors/geo-grid.ts";
import { geoip } from "./processors/geoip.ts";
import { ipLocation } from "./processors/ip-location.ts";
import { redact } from "./processors/redact.ts";
import { registeredDomain } from "./processors/registered-domain.ts";
import { inference } from "./processors/inference.ts";
import { enrich } from "./processors/enrich.ts";

export const processors: readonly ProcessorKind[] = [
  append,
  bytes,
  communityId,
  convert,
  csv,
  date,
  dateIndexName,
  dissect,
  dotExpander,
  drop,
  fail,
  fingerprint,
  foreach,
  grok,
  gsub,
  htmlStrip,
  join,
  json,
  kv,
  lowercase,
  networkDirection,
  pipeline,
  remove,
  rename,
  reroute,
  script,
  set,
  setSecurityUser,
  sort,
  split,
  trim,
  uppercase,
  uriParts,
  urldecode,
  userAgent,
  circle,
  geoGrid,
  geoip,
  ipLocation,
  redact,
  registeredDomain,
  enrich,
  inference,
];
