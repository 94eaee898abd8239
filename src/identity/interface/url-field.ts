/** Addresses in bodies. */
import { FieldFault, type FieldKind, text } from "./fields.ts";

const SCHEMES: readonly string[] = ["http:", "https:", "ftp:"];

/** Empty, or an absolute address of the web. The host may be one of the own network, without a dot. */
export function url(maxLength: number): FieldKind {
  return text({
    maxLength,
    blank: true,
    refine(given) {
      // The parser takes what browsers mend: a missing slash, blanks, line ends.
      if (
        !/^[a-z]+:\/\/[^\s/]/i.test(given) ||
        /[\s\p{Cc}]/u.test(given) ||
        !URL.canParse(given) ||
        !SCHEMES.includes(new URL(given).protocol)
      )
        throw new FieldFault("Enter a valid URL.");
      return given;
    },
  });
}
