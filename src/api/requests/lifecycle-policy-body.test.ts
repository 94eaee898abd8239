import { expect, test } from "vitest";
import { errorResponse } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { keysOf } from "../../lifecycles/steps-of-phase.ts";
import cases from "../../testing/lifecycles/policy-cases.json" with { type: "json" };
import { checkPolicyName, lifecyclePolicyBody } from "./lifecycle-policy-body.ts";

interface Case {
  readonly body: JsonObject;
  readonly policy?: JsonObject;
  readonly steps?: readonly string[];
  readonly answer?: object;
}

/** Read by the classes of Elasticsearch 8.19. */
test.each((cases as readonly Case[]).map((given) => [JSON.stringify(given.body), given] as const))(
  "%s",
  (text, { body, policy, steps, answer }) => {
    const read = (): JsonObject | object => {
      try {
        return lifecyclePolicyBody("p", body, text);
      } catch (error) {
        return errorResponse(error);
      }
    };
    if (answer) expect(read()).toEqual(answer);
    else expect(read()).toEqual(policy);
    if (steps && policy)
      expect(keysOf({ definition: policy }).map(({ phase, action, name }) => `${phase}/${action}/${name}`)).toEqual([
        "new/init/init",
        ...steps.slice(1),
      ]);
  },
);

test.each([
  ["a,b", "invalid policy name [a,b]: must not contain ','"],
  ["a b", "invalid policy name [a b]: must not contain spaces"],
  ["_a", "invalid policy name [_a]: must not start with '_'"],
])("a policy is not called %s", (name, reason) => expect(() => checkPolicyName(name)).toThrow(reason));
