// Sections that compare a list of documented names with a list of the code.
import { names, page, share, table } from "./markdown.mjs";

const USE = ["", "rare", "regular", "everyday"];

/**
 * What works with its sentence, what is missing by how often users meet it. Throws for a name that nothing documents.
 */
export function namedSection(title, documented, implemented, level) {
  const known = new Set(documented.map(({ name }) => name));
  const strange = implemented.filter(({ name }) => !known.has(name));
  if (strange.length > 0) throw new Error(`${title}: not documented: ${strange.map(({ name }) => name).join(", ")}`);
  const byName = new Map(implemented.map((item) => [item.name, item]));
  const works = documented.filter(({ name }) => byName.has(name));
  const missing = documented.filter(({ name }) => !byName.has(name));
  const hasSummary = implemented.some(({ summary }) => summary);
  const text = page(
    hasSummary
      ? table(
          ["works", ""],
          works.map(({ name }) => [`\`${name}\``, sentence(byName.get(name))]),
        )
      : works.length > 0
        ? `Works: ${names(works.map(({ name }) => name))}.`
        : "",
    ...missingByUse(missing),
  ).trim();
  const incomplete = works.filter(({ name }) => byName.get(name).incomplete).length;
  return {
    title,
    works,
    missing,
    text,
    level,
    share: incomplete === 0 ? undefined : `${share(works, missing)}, ${incomplete} of them incomplete`,
  };
}

function sentence({ summary = "", incomplete }) {
  return incomplete ? `${summary} *Incomplete:* ${incomplete}` : summary;
}

function missingByUse(missing) {
  return [3, 2, 1].flatMap((use) => {
    const list = missing.filter((item) => item.use === use).map(({ name }) => name);
    return list.length === 0 ? [] : [`Missing, ${USE[use]}: ${names(list)}.`];
  });
}

/**
 * Analyzers, tokenizers and filters. `custom` chains and the `lowercase` normalizer are made by the analysis of an
 * index itself.
 */
export function analysisSections(vocabulary, analysis) {
  const chain = {
    name: "custom",
    summary: "A tokenizer with char filters and token filters of the index's own choice.",
  };
  return [
    namedSection("Analyzers", vocabulary.analyzers, [...analysis.analyzers, chain]),
    namedSection("Tokenizers", vocabulary.tokenizers, analysis.tokenizers),
    namedSection("Token filters", vocabulary.tokenFilters, analysis.tokenFilters),
    namedSection("Character filters", vocabulary.charFilters, analysis.charFilters),
    namedSection("Normalizers", vocabulary.normalizers, [{ name: "lowercase" }, { name: "custom" }]),
  ];
}
