/** Ctrl K: the way to every page and index, and to what can be done from anywhere, by typing a few letters of it. */
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { known, lookAtIndices, searchable } from "../core/cluster.ts";
import { go } from "../core/router.ts";
import { security, signOut } from "../core/session.ts";
import { THEMES, theme } from "../core/theme.ts";
import type { Page } from "../pages.ts";
import { Dialog } from "../parts/dialog.tsx";

const open = signal(false);
export const openPalette = (): void => void (open.value = true);

interface Choice {
  readonly name: string;
  readonly kind: string;
  act(): void;
}

const MOST_SHOWN = 12;

export function Palette({ pages }: { pages: readonly Page[] }) {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        open.value = !open.value;
      }
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return open.value ? <Choices pages={pages} /> : null;
}

function choicesOf(pages: readonly Page[]): Choice[] {
  const has = (id: string): boolean => pages.some((page) => page.id === id);
  const names = searchable(known.value);
  return [
    ...pages.map(({ id, name, group }) => ({ name, kind: group, act: () => go([id]) })),
    ...(has("search")
      ? names.map((name) => ({ name: `Search ${name}`, kind: "Index", act: () => go(["search"], { index: name }) }))
      : []),
    ...(has("indices")
      ? names.map((name) => ({ name: `Open ${name}`, kind: "Index", act: () => go(["indices", name]) }))
      : []),
    ...THEMES.map((name) => ({ name: `Colours: ${name}`, kind: "Do", act: () => void (theme.value = name) })),
    ...(security.value === "on" ? [{ name: "Sign out", kind: "Do", act: () => void signOut() }] : []),
  ];
}

/** Letters in their order, those at beginnings of words first. */
function rank(name: string, typed: string): number {
  const text = name.toLowerCase();
  const at = text.indexOf(typed);
  if (at === 0) return 0;
  if (at > 0) return /\W/.test(text[at - 1] ?? "") ? 1 : 2;
  let from = 0;
  for (const letter of typed) {
    const found = text.indexOf(letter, from);
    if (found < 0) return Number.POSITIVE_INFINITY;
    from = found + 1;
  }
  return 3;
}

function Choices({ pages }: { pages: readonly Page[] }) {
  const typed = useSignal("");
  const at = useSignal(0);
  useEffect(() => void (known.value ?? lookAtIndices()), []);
  const word = typed.value.trim().toLowerCase();
  const found = choicesOf(pages)
    .map((choice) => ({ choice, rank: word === "" ? 0 : rank(choice.name, word) }))
    .filter((one) => one.rank < Number.POSITIVE_INFINITY)
    .sort((left, right) => left.rank - right.rank)
    .slice(0, MOST_SHOWN)
    .map(({ choice }) => choice);
  const chosen = Math.min(at.value, found.length - 1);
  const close = (): void => void (open.value = false);
  const take = (choice: Choice | undefined): void => {
    if (!choice) return;
    close();
    choice.act();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") at.value = Math.min(found.length - 1, chosen + 1);
    else if (event.key === "ArrowUp") at.value = Math.max(0, chosen - 1);
    else if (event.key === "Enter") take(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to, or do" onClose={close}>
      <div class="body choices">
        <input
          type="text"
          role="combobox"
          aria-label="Page, index or action"
          aria-expanded="true"
          aria-controls="choices"
          aria-activedescendant={found.length > 0 ? `choice-${chosen}` : undefined}
          autocomplete="off"
          spellcheck={false}
          autofocus
          value={typed}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            at.value = 0;
          }}
          onKeyDown={key}
        />
        <ul id="choices" role="listbox" aria-label="Choices">
          {found.map((choice, position) => (
            <li
              key={choice.name}
              id={`choice-${position}`}
              role="option"
              aria-selected={position === chosen}
              onClick={() => take(choice)}
            >
              <span dir="auto">{choice.name}</span>
              <span class="dim">{choice.kind}</span>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="hint">Nothing is called like that.</p>}
      </div>
    </Dialog>
  );
}
