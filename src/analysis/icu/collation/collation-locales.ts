/** Finds a locale's collation data: its own, or that of the nearest parent (ICU's CollationLoader). */
import { assert } from "../../../core/assert.ts";
import { illegalArgument } from "../../../compat/errors.ts";
import { icuData, type IcuData } from "../icu-data.ts";
import { type Resource, type ResourceBundle, ResourceTable } from "../resource-bundle.ts";
import { type CollationContents, readCollation } from "./collation-data.ts";
import type { LocaleName } from "./locale-name.ts";

/** The default collation type; and that for searching, of which other types are variants. */
const STANDARD = "standard";
const SEARCH = "search";

/** Maximum aliases followed; valid data have at most one. */
const MOST_ALIASES = 8;

/** Cache of this thread, by the data that were read, and released with them. */
const held = new WeakMap<IcuData, Map<string, CollationContents>>();

/** The root's mappings and settings. Throws 400 when there are no data. */
export function rootCollation(): CollationContents {
  const data = icuData();
  return kept(data, "coll/ucadata.icu", () =>
    readCollation("coll/ucadata.icu", data.needed("coll/ucadata.icu"), undefined),
  );
}

/** The rules of a locale for the type that it names, otherwise for the standard type; undefined when there are none. */
export function rulesOf(locale: LocaleName): string | undefined {
  const found = firstOf(bundlesOf(icuData(), locale.base), locale.keywords.get("collation")?.toLowerCase() ?? STANDARD);
  const rules = found?.resource instanceof ResourceTable ? found.resource.get("Sequence") : undefined;
  return typeof rules === "string" ? rules : undefined;
}

/** The collation of a locale, for the type that it names or its default type. Throws 400 when there are no data. */
export function collationOf(locale: LocaleName): CollationContents {
  const data = icuData();
  const root = rootCollation();
  const bundles = bundlesOf(data, locale.base);
  const usual = firstOf(bundles, "default");
  const usualType = typeof usual?.resource === "string" ? usual.resource : STANDARD;
  const asked = locale.keywords.get("collation")?.toLowerCase() ?? "default";
  const type = asked === "default" ? usualType : asked;
  for (const candidate of [
    type,
    ...(type.length > 6 && type.startsWith(SEARCH) ? [SEARCH] : []),
    usualType,
    STANDARD,
  ]) {
    const found = firstOf(bundles, candidate);
    if (!found) continue;
    if (found.locale === "root" && candidate === STANDARD) return root;
    const name = `coll/${found.locale}.res`;
    return kept(data, `${name}/${candidate}`, () => {
      const bytes = found.resource instanceof ResourceTable ? found.resource.get("%%CollationBin") : undefined;
      if (!(bytes instanceof Uint8Array))
        throw illegalArgument(`[${found.locale}] has no collation [${candidate}], only rules of that name`);
      return readCollation(name, bytes, root.mappings);
    });
  }
  return root;
}

function kept(data: IcuData, name: string, read: () => CollationContents): CollationContents {
  let all = held.get(data);
  if (!all) held.set(data, (all = new Map()));
  let contents = all.get(name);
  if (!contents) all.set(name, (contents = read()));
  return contents;
}

interface LocaleBundle {
  readonly locale: string;
  readonly bundle: ResourceBundle;
}

/** The bundles in which a locale is looked up, nearest first, root last. */
function bundlesOf(data: IcuData, base: string): LocaleBundle[] {
  const bundles: LocaleBundle[] = [];
  let aliases = 0;
  for (let locale = base || "root"; ;) {
    const bundle = data.bundle(`coll/${locale}.res`);
    const alias = bundle?.root.get("%%ALIAS");
    if (typeof alias === "string" && aliases++ < MOST_ALIASES) {
      locale = alias;
      continue;
    }
    if (bundle) bundles.push({ locale, bundle });
    if (locale === "root") return bundles;
    if (bundle?.noFallback) return bundles;
    const parent = bundle?.root.get("%%Parent");
    const parentName = typeof parent === "string" ? parent : locale.slice(0, Math.max(0, locale.lastIndexOf("_")));
    assert(parentName !== locale, "the parent of a locale is another one");
    locale = parentName || "root";
  }
}

/** The entry of the nearest bundle among its collations. */
function firstOf(
  bundles: readonly LocaleBundle[],
  key: string,
): { readonly locale: string; readonly resource: Resource } | undefined {
  for (const { locale, bundle } of bundles) {
    const collations = bundle.root.get("collations");
    const resource = collations instanceof ResourceTable ? collations.get(key) : undefined;
    if (resource !== undefined) return { locale, resource };
  }
  return undefined;
}
