/** What stands around each page: the menu, the way to everything, the state of the cluster, the person. */
import type { ComponentType } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { reachable } from "../core/api.ts";
import { REST_MINUTES, restMinutes } from "../core/idle.ts";
import { place } from "../core/router.ts";
import { me, rights, security, signOut } from "../core/session.ts";
import { THEMES, type Theme, theme } from "../core/theme.ts";
import { type Page, pagesOf } from "../pages.ts";
import { Notice } from "../parts/notice.tsx";
import { Empty, Loading } from "../parts/states.tsx";
import { Health } from "./health.tsx";
import { Mark } from "./mark.tsx";
import { openPalette, Palette } from "./palette.tsx";

const GROUPS = ["Data", "People", "Trail"] as const;
const THEME_NAMES: Readonly<Record<Theme, string>> = { auto: "Auto", light: "Light", dark: "Dark" };

export function Shell() {
  const shown = pagesOf(rights.value, security.value);
  const current = shown.find(({ id }) => id === place.value.parts[0]);
  return (
    <div class="shell">
      <a
        class="skip"
        href="#page"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>("#page")?.focus();
        }}
      >
        Skip to the page
      </a>
      <Rail pages={shown} current={current} />
      <header class="bar">
        <button type="button" class="palette" aria-keyshortcuts="Control+K" onClick={openPalette}>
          <span>Go to, or do…</span>
          <kbd>Ctrl K</kbd>
        </button>
        <span class="grow" />
        <Health />
        <select
          aria-label="Colours"
          value={theme}
          onChange={(event) => (theme.value = event.currentTarget.value as Theme)}
        >
          {THEMES.map((name) => (
            <option key={name} value={name}>
              {THEME_NAMES[name]}
            </option>
          ))}
        </select>
        {security.value === "on" && <Person />}
      </header>
      {(security.value === "off" || !reachable.value) && (
        <p class="banner" role="status">
          {reachable.value
            ? "Security is off: anyone who reaches this address may do anything."
            : "The server does not answer. What you typed is kept."}
        </p>
      )}
      <main id="page" tabIndex={-1}>
        {current ? <View key={current.id} page={current} /> : <Unknown />}
      </main>
      <Notice />
      <Palette pages={shown} />
    </div>
  );
}

function Rail({ pages, current }: { pages: readonly Page[]; current: Page | undefined }) {
  return (
    <nav class="rail" aria-label="Sections">
      <a class="brand" href="#/overview">
        <Mark /> Wardex
      </a>
      {GROUPS.map((group) => {
        const members = pages.filter((page) => page.group === group);
        return (
          members.length > 0 && (
            <div key={group} class="group">
              <p id={`nav-${group}`}>{group}</p>
              <ul aria-labelledby={`nav-${group}`}>
                {members.map(({ id, name }) => (
                  <li key={id}>
                    <a href={`#/${id}`} aria-current={id === current?.id ? "page" : undefined}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </nav>
  );
}

function Person() {
  return (
    <details class="menu">
      <summary>
        {me.value?.username}
        {!rights.value.superuser && <span class="dim"> (limited)</span>}
      </summary>
      <div class="sheet">
        <p>
          <b>{me.value?.name || me.value?.username}</b>
        </p>
        <p class="dim">{rights.value.superuser ? "May do everything here." : "Sees what their roles allow."}</p>
        <label class="field">
          <span>When away, sign out after</span>
          <select
            value={String(restMinutes.value)}
            onChange={(event) => (restMinutes.value = Number(event.currentTarget.value))}
          >
            {REST_MINUTES.map((minutes) => (
              <option key={minutes} value={String(minutes)}>
                {minutes === 0 ? "never" : `${minutes} minutes`}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </details>
  );
}

/** The page itself, which comes when it is first opened. */
function View({ page }: { page: Page }) {
  const part = useSignal<{ readonly Page?: ComponentType; readonly failed?: boolean }>({});
  const load = (): void => {
    page.load().then(
      (loaded) => (part.value = loaded),
      () => (part.value = { failed: true }),
    );
  };
  useEffect(() => {
    document.title = `${page.name} – Wardex`;
    load();
  }, []);
  const { Page: Shown, failed } = part.value;
  if (Shown) return <Shown />;
  if (failed !== true) return <Loading />;
  return (
    <Empty
      title="This page could not be loaded"
      action={
        <button type="button" onClick={() => location.reload()}>
          Load the console again
        </button>
      }
    >
      The server does not answer, or has been replaced by another version.
    </Empty>
  );
}

function Unknown() {
  return (
    <>
      <h1 class="away">Unknown page</h1>
      <Empty
        title="There is no such page"
        action={
          <a class="button" href="#/overview">
            To the overview
          </a>
        }
      >
        It may be one that you have no right to.
      </Empty>
    </>
  );
}
