/**
 * Packages that few requests need. Each costs 15 to 45 ms of a start, so it is loaded when it is first used, and at
 * once, as callers cannot wait.
 */
import { createRequire } from "node:module";
import type * as Asn1 from "asn1js";
import type * as Yaml from "yaml";

const load = createRequire(import.meta.url);

export const asn1js = (): typeof Asn1 => load("asn1js") as typeof Asn1;
export const yaml = (): typeof Yaml => load("yaml") as typeof Yaml;
