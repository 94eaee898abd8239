// docs/painless.md: the classes and members that scripts may use, beside those of OpenSearch.
import { readFileSync } from "node:fs";
import { GENERATED, names, page, table } from "./markdown.mjs";

const SIGNATURE = /(\w+)\((.*)\)$/;

/** `load` imports a module of src by its path. */
export async function painlessPage(load) {
  const known = JSON.parse(readFileSync(new URL("../../spec/painless-classes.json", import.meta.url), "utf8"));
  const { classDefinitions } = await load("scripting/painless/classes/class-list.ts");
  const definitions = classDefinitions();
  const membersBelow = (name) =>
    definitions
      .filter((definition) => definition.name === name)
      .flatMap((definition) => [...membersOf(definition), ...(definition.supers ?? []).flatMap(membersBelow)]);
  const ours = new Map(definitions.map(({ name }) => [name, new Set(membersBelow(name))]));
  const rows = [];
  const missing = [];
  let counted = 0;
  let there = 0;
  for (const [name, members] of Object.entries(known)) {
    const has = ours.get(name);
    if (!has) {
      missing.push(name);
      continue;
    }
    const lacking = members.filter((member) => !has.has(member));
    counted += members.length;
    there += members.length - lacking.length;
    rows.push([`\`${name}\``, `${members.length - lacking.length} of ${members.length}`, shown(lacking)]);
  }
  const own = [...ours.keys()].filter((name) => !name.startsWith("java."));
  return page(
    GENERATED,
    "# What scripts may use",
    `Scripts in Painless see the classes of this page and nothing else of the server. Of the ${Object.keys(known).length} classes of Java that OpenSearch 3.8 allows, ${rows.length} are there, with ${there} of their ${counted} members; what is missing is told as an unknown class, method or field when the script is compiled. Each context adds what it hands over (\`doc\`, \`params\`, \`ctx\`, \`emit\` ...): \`GET /_script_context\` lists it.`,
    "A member is shown by its name and the number of its arguments; `new` stands for constructors. What a class has from those above it counts as its own.",
    "## Classes",
    table(["class", "members", "missing"], rows),
    "## Missing classes",
    names(missing),
    "## Classes of Elasticsearch",
    names(own.sort((one, other) => (one < other ? -1 : 1))),
  );
}

function membersOf({ members, constants = {}, functional }) {
  const signatures = [...Object.keys(members), ...(functional === undefined ? [] : [functional])];
  return [
    ...signatures.map((signature) => {
      const [, name, parameters] = SIGNATURE.exec(signature);
      return `${name}/${parameters === "" ? 0 : parameters.split(",").length}`;
    }),
    ...Object.keys(constants).map((constant) => constant.split(" ").at(-1)),
  ];
}

function shown(lacking) {
  return lacking.length === 0 ? "" : names(lacking);
}
