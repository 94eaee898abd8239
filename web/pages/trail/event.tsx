/** One event of the trail, in a row and in full. */
import { ago, when } from "../../core/format.ts";
import { Status } from "../../parts/states.tsx";
import type { Column } from "../../parts/table.tsx";

export interface Event {
  readonly pk: string;
  readonly action: string;
  readonly app: string;
  readonly created: string;
  readonly client_ip?: string | null;
  readonly user: { readonly username?: string };
  readonly context: Readonly<Record<string, unknown>> & {
    readonly model?: { readonly model_name?: string; readonly name?: string; readonly pk?: string };
    readonly username?: string;
    readonly message?: string;
  };
}

const BAD = new Set([
  "login_failed",
  "suspicious_request",
  "system_exception",
  "system_task_exception",
  "policy_exception",
  "configuration_error",
]);

/** What an event is about, in a few words. */
function aboutOf({ context, action }: Event): string {
  const { model, username, message } = context;
  if (model) return `${model.model_name ?? ""} ${model.name || model.pk || ""}`.trim();
  return message ?? username ?? (action === "login" ? String(context["auth_method"] ?? "") : "");
}

/** Wherever rows hold it. */
export function eventColumns<Row>(eventOf: (row: Row) => Event): readonly Column<Row>[] {
  const column = (
    key: string,
    title: string,
    render: (event: Event) => ReturnType<Column<Row>["render"]>,
    look: Partial<Column<Row>> = {},
  ): Column<Row> => ({ key, title, render: (row) => render(eventOf(row)), ...look });
  return [
    column("created", "When", ({ created }) => (
      <time dateTime={created} title={ago(created)}>
        {when(created)}
      </time>
    )),
    column("user", "Who", ({ user }) => <b dir="auto">{user.username || "–"}</b>),
    column("action", "Did", ({ action }) => (
      <Status kind={BAD.has(action) ? "warn" : "none"}>{action.replaceAll("_", " ")}</Status>
    )),
    column("about", "To what", (event) => <span dir="auto">{aboutOf(event)}</span>, { wide: true }),
    column("client_ip", "From", ({ client_ip }) => client_ip ?? "", { mono: true }),
  ];
}

export function EventDetail({ event }: { event: Event }) {
  return (
    <>
      <p>
        {when(event.created)} ({ago(event.created)}), by <b dir="auto">{event.user.username || "nobody"}</b>
      </p>
      <pre tabIndex={0}>{JSON.stringify(event, undefined, 2)}</pre>
    </>
  );
}
