/** `license.get`: the basic license. */
import { booleanParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { basicLicense } from "../requests/basic-license.ts";

export const getLicense: Operation = {
  name: "license.get",
  actions: ["cluster:monitor/xpack/license/get"],

  handle({ parameters }, services) {
    for (const flag of ["local", "accept_enterprise"]) booleanParameter(parameters, flag, true);
    return { status: 200, body: { license: basicLicense(services) } };
  },
};
