/** What policies are made of: what they are asked, and what they answer. */
import type { JsonObject } from "../../core/json.ts";

/** What a policy is asked about: a user who wants something, or an event that happened. */
export interface PolicyRequest {
  /** Primary key of the user; undefined: nobody in particular, who is in no group. */
  readonly user?: number | undefined;
  readonly event?: PolicyEvent | undefined;
}

/** What is looked at of an event of the audit trail. */
export interface PolicyEvent {
  readonly action: string;
  readonly app: string;
  readonly clientIp: string | undefined;
}

/** The answer, with what there is to say about it. */
export interface PolicyResult {
  readonly passing: boolean;
  readonly messages: readonly string[];
}

/** A kind of policy. Its records are of the model `name`, with ids `policy:<uuid>`. */
export interface PolicyKind {
  readonly name: string;
  /** Judges by the fields of a stored policy; what it throws counts as not passed. */
  judge(fields: JsonObject, request: PolicyRequest): PolicyResult;
}
