/** Names of what several machines share: parts of `[A-Za-z0-9_-]`, separated by `.`. They are safe as blob names. */

const DOTTED_NAME = /^[\w-]+(\.[\w-]+)*$/;

export function isDottedName(name: string): boolean {
  return DOTTED_NAME.test(name);
}
