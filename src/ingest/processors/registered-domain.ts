import { illegalArgument } from "../../compat/errors.ts";
import { isPublicSuffix, registeredPart } from "../domains/public-suffixes.ts";
import { notOfClass } from "../document/ingest-document.ts";
import type { ProcessorKind } from "../processor.ts";
import { valueOf } from "../config/fields-of.ts";

interface DomainParts {
  readonly registered: string | undefined;
  readonly suffix: string;
  readonly subdomain: string | undefined;
}

/** Says which part of a domain was registered, under what, and what stands before it. */
export const registeredDomain: ProcessorKind = {
  name: "registered_domain",

  create(config) {
    const field = config.string("field");
    const target = config.optionalString("target_field") ?? "";
    const ignoreMissing = config.boolean("ignore_missing", true);
    const prefix = target === "" ? "" : `${target}.`;
    return (document) => {
      const domain = valueOf(document, field, ignoreMissing);
      if (domain !== null && typeof domain !== "string") throw notOfClass(field, domain, "java.lang.String");
      const parts = domain === null || domain.trim() === "" ? undefined : partsOf(domain);
      if (domain === null || !parts) {
        if (ignoreMissing) return;
        throw illegalArgument("unable to set domain information for document");
      }
      document.set(`${prefix}domain`, domain);
      if (parts.registered !== undefined) document.set(`${prefix}registered_domain`, parts.registered);
      document.set(`${prefix}top_level_domain`, parts.suffix);
      if (parts.subdomain !== undefined) document.set(`${prefix}subdomain`, parts.subdomain);
    };
  },
};

function partsOf(domain: string): DomainParts | undefined {
  const registered = registeredPart(domain);
  if (registered === undefined)
    return isPublicSuffix(domain) ? { registered: undefined, suffix: domain, subdomain: undefined } : undefined;
  const dot = registered.indexOf(".");
  if (dot < 0) return undefined;
  const before = domain.toLowerCase().lastIndexOf(`.${registered}`);
  return {
    registered,
    suffix: registered.slice(dot + 1),
    subdomain: before > 0 ? domain.slice(0, before) : undefined,
  };
}
