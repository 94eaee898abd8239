/** The processors, one file each. */
import type { ProcessorKind } from "./processor.ts";
import { append } from "./processors/append.ts";
import { bytes } from "./processors/bytes.ts";
import { convert } from "./processors/convert.ts";
import { drop } from "./processors/drop.ts";
import { fail } from "./processors/fail.ts";
import { foreach } from "./processors/foreach.ts";
import { gsub } from "./processors/gsub.ts";
import { htmlStrip } from "./processors/html-strip.ts";
import { join } from "./processors/join.ts";
import { lowercase } from "./processors/lowercase.ts";
import { pipeline } from "./processors/pipeline.ts";
import { remove } from "./processors/remove.ts";
import { rename } from "./processors/rename.ts";
import { script } from "./processors/script.ts";
import { set } from "./processors/set.ts";
import { sort } from "./processors/sort.ts";
import { split } from "./processors/split.ts";
import { trim } from "./processors/trim.ts";
import { uppercase } from "./processors/uppercase.ts";
import { urldecode } from "./processors/urldecode.ts";

export const processors: readonly ProcessorKind[] = [
  append,
  bytes,
  convert,
  drop,
  fail,
  foreach,
  gsub,
  htmlStrip,
  join,
  lowercase,
  pipeline,
  remove,
  rename,
  script,
  set,
  sort,
  split,
  trim,
  uppercase,
  urldecode,
];
