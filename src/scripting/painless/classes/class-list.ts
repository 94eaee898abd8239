/** The classes of the allow-list. */
import type { ClassDefinition } from "./class-definition.ts";
import { analysisClasses } from "./analysis.ts";
import { collectionClasses } from "./collection.ts";
import { errorClasses } from "./errors.ts";
import { functionClasses } from "./functional.ts";
import { langClasses } from "./lang.ts";
import { mapClasses } from "./map.ts";
import { regexClasses } from "./regex.ts";
import { streamClasses } from "./stream.ts";
import { textClasses } from "./text.ts";
import { movingFunctions } from "./moving-functions.ts";
import { elasticsearchClasses } from "./elasticsearch.ts";
import { timeClasses } from "./time.ts";
import { utilClasses } from "./util.ts";

export function classDefinitions(): readonly ClassDefinition[] {
  return [
    ...langClasses,
    ...textClasses,
    ...collectionClasses,
    ...mapClasses,
    ...functionClasses,
    ...streamClasses,
    ...regexClasses,
    ...errorClasses,
    ...utilClasses,
    ...timeClasses,
    ...elasticsearchClasses,
    movingFunctions,
    ...analysisClasses,
  ];
}
