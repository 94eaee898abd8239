import type { JsonObject } from "../../core/json.ts";
import { ownOf, put } from "../../core/names.ts";
import { scriptOfRequest } from "../../scripting/parse-script.ts";
import { currentProgram } from "../config/current-program.ts";
import type { ProcessorKind } from "../processor.ts";

const MEMBERS = ["source", "id", "lang", "params", "options"];

/** Runs a script, whose `ctx` is the document. */
export const script: ProcessorKind = {
  name: "script",

  create(config, { scripts }) {
    const given: JsonObject = {};
    for (const name of MEMBERS) {
      const value = config.json(name);
      if (value !== undefined) put(given, name, value);
    }
    const program = currentProgram(scripts, scriptOfRequest(given), "ingest");
    return (document) => {
      const { ctx, metadata } = program().run(document.source, { ...(document.metadata as JsonObject) });
      const kept: JsonObject = {};
      for (const name of Object.keys(metadata)) {
        const value = ownOf(metadata, name) ?? null;
        if (value !== null) put(kept, name, value);
      }
      document.source = ctx;
      document.metadata = kept;
    };
  },
};
