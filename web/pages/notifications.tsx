/** What somebody was told, by which rules, and by which ways. */
import { useSignal } from "@preact/signals";
import { call } from "../core/api.ts";
import { ago, when } from "../core/format.ts";
import { identityPath, type Notification, remove, type Rule, save, type Transport } from "../core/identity.ts";
import { place, to } from "../core/router.ts";
import { rights } from "../core/session.ts";
import { Collection, type FormTools, mayOf } from "../parts/collection.tsx";
import { FormDialog } from "../parts/form.tsx";
import { say } from "../parts/notice.tsx";
import { identityRecords, Records } from "../parts/records.tsx";
import { Empty, Status } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";
import { EditRule } from "./trail/edit-rule.tsx";

export function Page() {
  const tab = place.value.parts[1] ?? "mine";
  const may = rights.value.identity;
  const tabs = [
    ["mine", "Mine", true],
    ["rules", "Rules", may["view_notificationrule"] === true],
    ["transports", "Transports", may["view_notificationtransport"] === true],
  ] as const;
  return (
    <div class="tabbed">
      <nav class="tabs" aria-label="Notifications">
        {tabs.map(
          ([id, title, shown]) =>
            shown && (
              <a key={id} href={to(["notifications", id])} aria-current={id === tab ? "page" : undefined}>
                {title}
              </a>
            ),
        )}
      </nav>
      {tab === "rules" ? <Rules /> : tab === "transports" ? <Transports /> : <Mine />}
    </div>
  );
}

const kindOf = (severity: string): "none" | "warn" | "bad" =>
  severity === "alert" ? "bad" : severity === "warning" ? "warn" : "none";

const NOTIFICATIONS: readonly Column<Notification>[] = [
  { key: "severity", title: "As", render: ({ severity }) => <Status kind={kindOf(severity)}>{severity}</Status> },
  {
    key: "body",
    title: "What",
    wide: true,
    render: ({ body, seen }) => <span dir="auto">{seen ? body : <b>{body}</b>}</span>,
  },
  { key: "created", title: "When", render: ({ created }) => <time title={when(created)}>{ago(created)}</time> },
  { key: "seen", title: "", render: ({ seen }) => !seen && <span class="tag">new</span> },
];

function Mine() {
  const version = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const mark = async (): Promise<void> => {
    const answer = await call("POST", identityPath("events/notifications", "mark_all_seen"));
    if (answer.ok) version.value++;
  };
  return (
    <Records<Notification>
      title="Notifications"
      one="notification"
      source={identityRecords("events/notifications")}
      columns={NOTIFICATIONS}
      sorts={["created", "severity"]}
      keyOf={({ pk }) => pk}
      picked={picked.value}
      onPick={(key) => (picked.value = key)}
      version={version.value}
      actions={
        <button type="button" onClick={() => void mark()}>
          Mark all as seen
        </button>
      }
      empty={<Empty title="Nothing to tell you">Rules say which events you are told of.</Empty>}
      detail={({ body, created, severity }) => (
        <>
          <h2>{severity}</h2>
          <p class="dim">{when(created)}</p>
          <p dir="auto">{body}</p>
        </>
      )}
    />
  );
}

const RULES: readonly Column<Rule>[] = [
  { key: "name", title: "Rule", wide: true, render: ({ name }) => <b dir="auto">{name}</b> },
  { key: "severity", title: "As", render: ({ severity }) => <Status kind={kindOf(severity)}>{severity}</Status> },
  { key: "transports", title: "Ways", num: true, render: ({ transports }) => transports.length },
];

function Rules() {
  return (
    <Collection<Rule>
      title="Rules"
      one="rule"
      source={identityRecords("events/rules")}
      columns={RULES}
      sorts={["name", "severity"]}
      keyOf={({ pk }) => pk}
      nameOf={({ name }) => name}
      may={mayOf("notificationrule")}
      makers={[{ label: "New rule", form: (tools) => <EditRule {...tools} /> }]}
      edit={(rule, tools) => <EditRule rule={rule} {...tools} />}
      empty={<Empty title="No rules">A rule tells a group of events that are like something.</Empty>}
      detail={(rule) =>
        rule.group_obj ? (
          <p>
            It tells the members of <b dir="auto">{rule.group_obj.name}</b>.
          </p>
        ) : (
          <p>It tells nobody: it has no group.</p>
        )
      }
      drop={{
        act: ({ pk }) => remove("events/rules", pk),
        label: "Delete it",
        note: "Nobody is told by it any more.",
      }}
    />
  );
}

const MODES = [
  { value: "local", title: "shown here" },
  { value: "webhook", title: "webhook" },
  { value: "webhook_slack", title: "webhook, as Slack takes it" },
  { value: "email", title: "e-mail" },
];

const TRANSPORTS: readonly Column<Transport>[] = [
  { key: "name", title: "Transport", wide: true, render: ({ name }) => <b dir="auto">{name}</b> },
  { key: "mode", title: "How", render: ({ mode }) => MODES.find(({ value }) => value === mode)?.title ?? mode },
];

function Transports() {
  return (
    <Collection<Transport>
      title="Transports"
      one="transport"
      source={identityRecords("events/transports")}
      columns={TRANSPORTS}
      sorts={["name", "mode"]}
      keyOf={({ pk }) => pk}
      nameOf={({ name }) => name}
      may={mayOf("notificationtransport")}
      makers={[{ label: "New transport", form: (tools) => <EditTransport {...tools} /> }]}
      edit={(transport, tools) => <EditTransport transport={transport} {...tools} />}
      more={({ pk }) =>
        rights.value.identity["change_notificationtransport"] === true && (
          <button type="button" onClick={() => void test(pk)}>
            Send a sample
          </button>
        )
      }
      empty={<Empty title="No transports">A transport is a way by which notifications leave.</Empty>}
      detail={({ webhook_url }) => webhook_url && <p class="mono">{webhook_url}</p>}
      drop={{
        act: ({ pk }) => remove("events/transports", pk),
        label: "Delete it",
        note: "Nobody is told by it any more.",
      }}
    />
  );
}

async function test(pk: string): Promise<void> {
  const answer = await call<{ readonly messages?: readonly string[] }>(
    "POST",
    identityPath("events/transports", pk, "test"),
  );
  say(answer.ok ? `Sent. ${answer.body.messages?.join(" ") ?? ""}` : `Not sent: ${answer.fault?.reason ?? ""}`);
}

function EditTransport({ transport, onClose, onSaved }: FormTools & { transport?: Transport }) {
  return (
    <FormDialog
      title={transport ? `Edit ${transport.name}` : "New transport"}
      label={transport ? "Save" : "Make the transport"}
      fields={[
        { name: "name", title: "Name", kind: "text", required: true },
        { name: "mode", title: "How", kind: "one", choices: MODES },
        {
          name: "webhook_url",
          title: "Address",
          kind: "text",
          when: ({ mode }) => String(mode).startsWith("webhook"),
        },
        { name: "send_once", title: "Once for each event, not for each person", kind: "check" },
      ]}
      values={{
        name: transport?.name ?? "",
        mode: transport?.mode ?? "local",
        webhook_url: transport?.webhook_url ?? "",
        send_once: transport?.send_once ?? false,
      }}
      onClose={onClose}
      save={async (values) => {
        const answer = await save<Transport>("events/transports", transport?.pk, values);
        if (answer.ok) onSaved(answer.body.pk);
        return answer;
      }}
    />
  );
}
