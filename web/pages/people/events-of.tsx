/** What somebody did last. */
import { ago, when } from "../../core/format.ts";
import { identityPath, type ListPage } from "../../core/identity.ts";
import { useCall } from "../../parts/load.ts";

interface Event {
  readonly pk: string;
  readonly action: string;
  readonly created: string;
  readonly context: { readonly model?: { readonly name: string } };
}

export function EventsOf({ username }: { username: string }) {
  const query = new URLSearchParams({ username, ordering: "-created", page_size: "5" }).toString();
  const events = useCall<ListPage<Event>>("GET", `${identityPath("events/events")}?${query}`);
  const found = events.body?.results ?? [];
  return (
    <section class="section" aria-label="Last events">
      <h3>What they did last</h3>
      {found.length === 0 && <p class="dim">Nothing that is told.</p>}
      <ul class="rows">
        {found.map(({ pk, action, created, context }) => (
          <li key={pk}>
            <span>{action.replaceAll("_", " ")}</span>
            <span class="dim" dir="auto">
              {context.model?.name}
            </span>
            <span class="grow" />
            <time class="dim" dateTime={created} title={when(created)}>
              {ago(created)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
