import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import { maxTokenLength } from "./standard.ts";
import { StandardScanner, standardTokenTypes } from "../standard-scanner.ts";
import { urlEmailPatterns } from "../url-email-patterns.ts";

/** Words by UAX #29, with URLs and e-mail addresses as one token each (Lucene's UAX29URLEmailTokenizer). */
export const uaxUrlEmail: TokenizerKind = {
  name: "uax_url_email",
  summary: "Divides text at word boundaries (Unicode UAX #29), with URLs and e-mail addresses whole.",

  create(parameters) {
    const longest = maxTokenLength(parameters);
    return {
      tokenize(text) {
        const tokens: Token[] = [];
        const add = (startOffset: number, endOffset: number, type: string): void => {
          const position = tokens.length;
          tokens.push({
            text: text.slice(startOffset, endOffset),
            position,
            startOffset,
            endOffset,
            positionLength: 1,
            type,
          });
        };
        const scanner = new StandardScanner(longest);
        scanner.reset(text);
        let more = scanner.next();
        for (let at = 0; at < text.length;) {
          const wordStart = more ? scanner.start : text.length;
          const found = addressAt(text, at, longest);
          // Of equal lengths, an address wins over a word.
          if (found && (at < wordStart || found.end >= scanner.end)) {
            add(at, found.end, found.type);
            at = found.end;
            scanner.end = at;
            more = scanner.next();
          } else if (at === wordStart) {
            // Before an address, `mailto:` is a separate word.
            const end = isMailto(text, at, longest) ? at + MAILTO.length - 1 : scanner.end;
            add(at, end, standardTokenTypes[scanner.type]!);
            at = end;
            scanner.end = end;
            more = scanner.next();
          } else at++;
        }
        return { tokens, nextPosition: tokens.length, endOffset: text.length };
      },
    };
  },
};

const MAILTO = "mailto:";

function isMailto(text: string, at: number, longest: number): boolean {
  if (text.slice(at, at + MAILTO.length).toLowerCase() !== MAILTO) return false;
  return addressAt(text, at + MAILTO.length, longest)?.type === "<EMAIL>";
}

const mayBegin = /[\w.!#$%&'*+\-/=?^`{|}~"[]/;

/** The longest URL or e-mail address that begins at `start`, within the maximum token length. */
function addressAt(text: string, start: number, longest: number): { end: number; type: string } | undefined {
  if (!mayBegin.test(text[start]!)) return undefined;
  const window = text.slice(start, start + longest);
  let best: { end: number; type: string } | undefined;
  const tryPattern = (pattern: RegExp, type: string): void => {
    pattern.lastIndex = 0;
    if (pattern.test(window) && start + pattern.lastIndex > (best?.end ?? start))
      best = { end: start + pattern.lastIndex, type };
  };
  const { url, email } = urlEmailPatterns();
  for (const pattern of url) tryPattern(pattern, "<URL>");
  if (window.includes("@")) tryPattern(email, "<EMAIL>");
  return best;
}
