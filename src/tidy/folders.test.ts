import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { importEdges, layerOf, sourceFiles } from "./imports.ts";
import { mayImportWithin, registries } from "./layers.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = sourceFiles(root).filter((file) => !/\.(test|contract|bench)\.ts$/.test(file));

/** The folder of a layer that a file stands in; undefined for a file of the layer itself. */
function folderOf(file: string): string | undefined {
  const parts = file.split("/");
  return parts.length > 2 ? parts[1] : undefined;
}

/** `layer/folder` → the folders of the same layer that its files import. */
function usedFolders(): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    const [layer, from] = [layerOf(file), folderOf(file)];
    if (from === undefined) continue;
    const known = used.get(`${layer}/${from}`) ?? new Set();
    used.set(`${layer}/${from}`, known);
    for (const { to } of importEdges(root, file)) {
      const target = to !== undefined && layerOf(to) === layer ? folderOf(to) : undefined;
      if (target !== undefined && target !== from) known.add(target);
    }
  }
  return used;
}

function allowed(layer: string, folder: string): readonly string[] {
  return (mayImportWithin[layer]?.[folder] ?? "").split(" ").filter((name) => name !== "");
}

/** What is wrong with the imports of a file within its layer, and how that is mended. */
function folderProblems(file: string, text?: string): string[] {
  const [layer, from] = [layerOf(file), folderOf(file)];
  if (from === undefined || mayImportWithin[layer] === undefined) return [];
  const may = allowed(layer, from);
  return importEdges(root, file, text).flatMap(({ to }) => {
    const target = to !== undefined && layerOf(to) === layer ? folderOf(to) : undefined;
    if (target === undefined || target === from || may.includes(target)) return [];
    return [
      `${file} imports ${to}: of ${layer}, ${from} may import ${may.join(", ") || "no folder"}. ` +
        `Move what both use into a folder that ${from} may import, or say in tidy/layers.ts why ${from} stands above ${target}`,
    ];
  });
}

/** Imports of siblings in a registry, and of its list from where its members could know of it. */
function registryProblems(file: string, text?: string): string[] {
  return registries.flatMap(({ folder, list }) =>
    importEdges(root, file, text).flatMap(({ to }) => {
      if (to === undefined) return [];
      if (file.startsWith(`${folder}/`) && to.startsWith(`${folder}/`))
        return [`${file} imports its sibling ${to}: move what both use into another folder`];
      const isBelow = layerOf(file) === layerOf(list) && dirnameOf(file).length > dirnameOf(list).length;
      return to === list && isBelow ? [`${file} imports ${list}: who is in a list does not know of it`] : [];
    }),
  );
}

function dirnameOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

describe("folders of a layer", () => {
  test("each folder of a layer with rules has its row, and each row a folder", () => {
    const rows = Object.entries(mayImportWithin).flatMap(([layer, folders]) =>
      Object.keys(folders).map((folder) => `${layer}/${folder}`),
    );
    const there = [...usedFolders().keys()].filter((folder) => layerOf(folder) in mayImportWithin);
    expect(rows.sort()).toEqual(there.sort());
    expect(rows.length).toBeGreaterThan(40);
  });

  test("no file imports what its folder may not", () => {
    expect(files.flatMap((file) => folderProblems(file))).toEqual([]);
  });

  test("no permission is unused", () => {
    const used = usedFolders();
    const unused = Object.entries(mayImportWithin).flatMap(([layer, folders]) =>
      Object.keys(folders).flatMap((folder) =>
        allowed(layer, folder)
          .filter((name) => !used.get(`${layer}/${folder}`)?.has(name))
          .map((name) => `tidy/layers.ts: ${layer}/${folder} no longer imports ${name}, take it out`),
      ),
    );
    expect(unused).toEqual([]);
  });

  test("a planted import is found, with what is allowed instead", () => {
    const planted = folderProblems("query/term/x.ts", 'import type { a } from "../kinds/term.ts";\n');
    expect(planted).toHaveLength(1);
    expect(planted[0]).toMatch(/query\/term\/x.ts imports query\/kinds\/term.ts: of query, term may import execution,/);
    expect(folderProblems("query/term/x.ts", 'import { a } from "../term/y.ts";\n')).toEqual([]);
    expect(folderProblems("query/term/x.ts", 'import { a } from "../expression.ts";\n')).toEqual([]);
  });
});

describe("registries", () => {
  test("no member imports a sibling, or the list that it is in", () => {
    expect(registries.every(({ list }) => files.includes(list))).toBe(true);
    expect(files.flatMap((file) => registryProblems(file))).toEqual([]);
  });

  test("planted ones are found", () => {
    expect(registryProblems("query/kinds/x.ts", 'import { term } from "./term.ts";\n')).toHaveLength(1);
    expect(registryProblems("query/text/x.ts", 'import { queryKinds } from "../kinds.ts";\n')).toHaveLength(1);
    expect(registryProblems("query/parse-query.ts", 'import { queryKinds } from "./kinds.ts";\n')).toEqual([]);
  });
});
