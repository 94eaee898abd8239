/** How a word becomes its stem, from the end of the word: pairs of a command and a letter (Egothor's Diff). */

/** Letters stand for numbers: `a` is 1. */
const ZERO = "a".charCodeAt(0) - 1;

/**
 * Carries out commands: `-c` passes over three letters, `Db` deletes two, `Rx` puts `x` for one, `Ix` puts `x` behind
 * it. Stops where they lead out of the word, with what was done until then.
 */
export function patched(word: string, commands: string): string {
  let result = word;
  let at = word.length - 1;
  if (at < 0) return word;
  for (let index = 0; index + 1 < commands.length; index += 2) {
    const letter = commands.charAt(index + 1);
    const count = letter.charCodeAt(0) - ZERO;
    switch (commands.charAt(index)) {
      case "-":
        at -= count - 1;
        break;
      case "R":
        if (at < 0 || at >= result.length) return result;
        result = result.slice(0, at) + letter + result.slice(at + 1);
        break;
      case "D": {
        const end = Math.min(at + 1, result.length);
        at -= count - 1;
        if (at < 0 || at > end) return result;
        result = result.slice(0, at) + result.slice(end);
        break;
      }
      case "I":
        at++;
        if (at < 0 || at > result.length) return result;
        result = result.slice(0, at) + letter + result.slice(at);
        break;
      default:
        break;
    }
    at--;
  }
  return result;
}

/** How many letters from the end of a word commands look at. */
export function reach(commands: string): number {
  let letters = 0;
  for (let index = 0; index + 1 < commands.length; index += 2) {
    const command = commands.charAt(index);
    if (command === "R") letters++;
    else if (command === "-" || command === "D") letters += commands.charCodeAt(index + 1) - ZERO;
  }
  return letters;
}
