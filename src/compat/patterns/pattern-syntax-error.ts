import { RequestError } from "../errors.ts";

/** 400 for an invalid pattern, in the words of java.util.regex.PatternSyntaxException. */
export function patternSyntaxError(description: string, pattern: string, index: number): RequestError {
  let reason = description;
  if (index >= 0) reason += ` near index ${index}`;
  reason += `\n${pattern}`;
  if (index >= 0 && index < pattern.length) reason += `\n${" ".repeat(index)}^`;
  return new RequestError(400, "pattern_syntax_exception", reason);
}
