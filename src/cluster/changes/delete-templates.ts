/** Removes templates of one kind: several by their names, or those that one pattern matches. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { simpleMatch } from "../../compat/wildcard.ts";
import { put } from "../../core/names.ts";
import type { ClusterChange } from "../cluster-change.ts";
import { unchanged } from "../cluster-change.ts";
import type { ClusterState } from "../cluster-state.ts";
import { dataStreams } from "../data-streams/data-stream.ts";
import { listText, matchingIndexTemplate } from "../templates/matching-templates.ts";
import {
  COMPONENT_TEMPLATES,
  INDEX_TEMPLATES,
  indexTemplates,
  type TemplateKind,
  templatesOf,
} from "../templates/template.ts";

/** What a kind of template is called where something is told of its removal. */
const TASKS: Readonly<Record<TemplateKind, string>> = {
  index_templates: "remove-index-template-v2",
  legacy_templates: "remove-index-template",
  component_templates: "remove-component-template",
};

export function deleteTemplates(kind: TemplateKind, names: readonly string[]): ClusterChange {
  return {
    task: `${TASKS[kind]} [${names.join(",")}]`,
    apply(state) {
      const known = templatesOf(state, kind).map(([name]) => name);
      if (kind === COMPONENT_TEMPLATES) refuseUsed(state, known.filter(chosenBy(names)));
      const chosen = chosenNames(kind, known, names);
      if (chosen.length === 0) return unchanged(state);
      if (kind === INDEX_TEMPLATES) refuseStreams(state, chosen);
      const left = templatesOf(state, kind).filter(([name]) => !chosen.includes(name));
      const customs = { ...state.customs };
      put(customs, kind, Object.fromEntries(left));
      return {
        state: { ...state, customs },
        events: chosen.map((name) => ({ action: "deleted", model: kind, name })),
      };
    },
  };
}

function chosenNames(kind: TemplateKind, known: readonly string[], names: readonly string[]): string[] {
  const [first = ""] = names;
  if (names.length > 1) {
    const missing = names.filter((name) => !known.includes(name));
    if (missing.length > 0) throw missingTemplates(kind, [...new Set(missing)].join(","));
    return [...new Set(names)];
  }
  const chosen = known.filter(chosenBy(names));
  if (chosen.length === 0 && first !== "*") throw missingTemplates(kind, first);
  return chosen;
}

/** Several names stand for themselves, a single one may be a pattern. */
function chosenBy(names: readonly string[]): (name: string) => boolean {
  const [first = ""] = names;
  return names.length > 1 ? (name) => names.includes(name) : (name) => simpleMatch(first, name);
}

function missingTemplates(kind: TemplateKind, names: string): RequestError {
  return kind === COMPONENT_TEMPLATES
    ? new RequestError(404, "resource_not_found_exception", names)
    : new RequestError(404, "index_template_missing_exception", `index_template [${names}] missing`);
}

/** Throws 400 for templates by which data streams make their next index. */
function refuseStreams(state: ClusterState, chosen: readonly string[]): void {
  const using = dataStreams(state).filter(({ name, hidden }) =>
    chosen.includes(matchingIndexTemplate(state, name, hidden)?.name ?? ""),
  );
  if (using.length === 0) return;
  throw illegalArgument(
    `unable to remove composable templates ${listText([...chosen].sort())} as they are in use by a data streams ${listText(using.map(({ name }) => name).sort())}`,
  );
}

function refuseUsed(state: ClusterState, chosen: readonly string[]): void {
  const users = indexTemplates(state).filter(({ composedOf }) => composedOf.some((name) => chosen.includes(name)));
  if (users.length === 0) return;
  const used = chosen.filter((name) => users.some(({ composedOf }) => composedOf.includes(name)));
  throw illegalArgument(
    `component templates ${listText(used)} cannot be removed as they are still in use by index templates ${listText(users.map(({ name }) => name))}`,
  );
}
