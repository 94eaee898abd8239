/** Bodies of policies that make snapshots. */
import { contentParseException } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { type BodyShape, parseObject } from "../../compat/object-parser.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { PolicyDefinition, Retention } from "../../snapshots/lifecycle/policy.ts";

const POLICY: BodyShape = {
  name: "snapshot_lifecycle",
  members: {
    name: "text",
    schedule: "text",
    repository: "text",
    config: { takes: (value) => value === null || isJsonObject(value), read: (value) => value },
    retention: {
      name: "snapshot_retention",
      orNull: true,
      members: { expire_after: readTime, min_count: "int32", max_count: "int32" },
    },
  },
};
const REQUIRED = ["name", "schedule", "repository"] as const;

/** Throws 400. */
export function policyDefinition(json: Json, text: string): PolicyDefinition {
  const body = parseObject(POLICY, json, text);
  const missing = REQUIRED.filter((key) => ownOf(body, key) === undefined);
  if (missing.length > 0) throw illegalArgument(`Required [${missing.join(", ")}]`);
  const [config, retention] = [ownOf(body, "config"), ownOf(body, "retention")];
  return {
    name: valueText(body["name"]),
    schedule: valueText(body["schedule"]),
    repository: valueText(body["repository"]),
    ...(isJsonObject(config) ? { config } : {}),
    ...(isJsonObject(retention) ? { retention: checkedRetention(retention) } : {}),
  };
}

function readTime(value: Json): Json {
  const text = valueText(value);
  parseTimeMs(text, "expire_after");
  return text;
}

function checkedRetention(retention: JsonObject): Retention {
  const [least, most] = [ownOf(retention, "min_count"), ownOf(retention, "max_count")].map((count) =>
    count === undefined ? undefined : Number(count),
  );
  const expireAfter = ownOf(retention, "expire_after");
  if (least !== undefined && least < 1) throw refused(`minimum snapshot count must be at least 1, but was: ${least}`);
  if (most !== undefined && most < 1) throw refused(`maximum snapshot count must be at least 1, but was: ${most}`);
  if (least !== undefined && most !== undefined && least > most)
    throw refused(`minimum snapshot count ${least} cannot be larger than maximum snapshot count ${most}`);
  return {
    ...(expireAfter === undefined ? {} : { expire_after: valueText(expireAfter) }),
    ...(least === undefined ? {} : { min_count: least }),
    ...(most === undefined ? {} : { max_count: most }),
  };
}

function refused(reason: string): RequestError {
  const cause = contentParseException(
    "Failed to build [snapshot_retention] after last required field arrived",
    illegalArgument(reason),
  );
  return contentParseException("[snapshot_lifecycle] failed to parse field [retention]", cause);
}
