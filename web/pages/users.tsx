/** Who may come in. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Answer, call, part } from "../core/api.ts";
import { type Choice, choicesOf, groupChoices } from "../core/choices.ts";
import { ago, when } from "../core/format.ts";
import { identityPath, remove, save, type User } from "../core/identity.ts";
import { me, rights } from "../core/session.ts";
import { Collection, type FormTools, mayOf } from "../parts/collection.tsx";
import { Copy } from "../parts/copy.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Facts } from "../parts/facts.tsx";
import { FormDialog, type FormField, type FormValues } from "../parts/form.tsx";
import { say } from "../parts/notice.tsx";
import { identityRecords } from "../parts/records.tsx";
import { Empty, Failure, Status } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";
import { EventsOf } from "./people/events-of.tsx";

const COLUMNS: readonly Column<User>[] = [
  { key: "username", title: "User name", render: ({ username }) => <b dir="auto">{username}</b> },
  { key: "name", title: "Name", wide: true, render: ({ name }) => <span dir="auto">{name}</span> },
  {
    key: "is_active",
    title: "State",
    render: ({ is_active, is_superuser }) => (
      <>
        {is_active ? <Status kind="ok">active</Status> : <Status kind="none">locked out</Status>}{" "}
        {is_superuser && <span class="tag">superuser</span>}
      </>
    ),
  },
  { key: "roles", title: "Roles", render: ({ roles }) => <span dir="auto">{roles.join(", ")}</span> },
  {
    key: "last_login",
    title: "Last sign-in",
    render: ({ last_login }) =>
      last_login === null ? <span class="dim">never</span> : <time title={when(last_login)}>{ago(last_login)}</time>,
  },
];

export function Page() {
  const state = useSignal("");
  const may = mayOf("user");
  return (
    <Collection<User>
      title="Users"
      one="user"
      source={identityRecords("core/users", state.value === "" ? {} : { is_active: state.value })}
      columns={COLUMNS}
      sorts={["username", "name", "last_login"]}
      keyOf={({ pk }) => String(pk)}
      nameOf={({ username }) => username}
      may={(verb, user) => may(verb) && (verb !== "delete" || user?.pk !== me.value?.pk)}
      makers={[{ label: "New user", form: (tools) => <EditUser user={undefined} {...tools} /> }]}
      edit={(user, tools) => <EditUser user={user} {...tools} />}
      more={(user) => rights.value.identity["reset_user_password"] === true && <Passwords key={user.pk} user={user} />}
      filters={
        <select aria-label="State" value={state} onChange={(event) => (state.value = event.currentTarget.value)}>
          <option value="">everybody</option>
          <option value="true">active</option>
          <option value="false">locked out</option>
        </select>
      }
      empty={<Empty title="Nobody here">Nobody is like that.</Empty>}
      detail={(user) => <Detail key={user.pk} user={user} />}
      drop={{
        act: ({ pk }) => remove("core/users", pk),
        label: "Delete the user",
        wordOf: ({ username }) => username,
        note: "Their tokens and sessions go too; what they did stays in the trail. To lock somebody out for a while, edit them instead.",
      }}
    />
  );
}

function Detail({ user }: { user: User }) {
  return (
    <>
      <Facts
        facts={{
          Name: user.name || "–",
          "E-mail": user.email || "–",
          Groups: user.groups_obj?.map(({ name }) => name).join(", ") || "–",
          Roles: user.roles.join(", ") || "–",
          "Last sign-in": user.last_login === null ? "never" : when(user.last_login),
        }}
      />
      {rights.value.identity["view_event"] === true && <EventsOf username={user.username} />}
    </>
  );
}

/** Ways to another password: one that is set, or a link to choose one. */
function Passwords({ user }: { user: User }) {
  const setting = useSignal(false);
  const link = useSignal<Answer<{ readonly link: string }> | undefined>(undefined);
  const make = async (): Promise<void> => {
    link.value = await call<{ readonly link: string }>("GET", identityPath("core/users", user.pk, "recovery"));
  };
  return (
    <>
      <button type="button" onClick={() => (setting.value = true)}>
        Set password
      </button>
      <button type="button" onClick={() => void make()}>
        Recovery link
      </button>
      {setting.value && (
        <FormDialog
          title={`A new password for ${user.username}`}
          label="Set it"
          fields={[
            { name: "password", title: "Password", kind: "password", required: true, hint: "Their sessions end." },
          ]}
          values={{ password: "" }}
          onClose={() => (setting.value = false)}
          save={async (values) => {
            const answer = await call("POST", identityPath("core/users", user.pk, "set_password"), values);
            if (answer.ok) say("The password is set.");
            return answer;
          }}
        />
      )}
      {link.value && (
        <Dialog title="A link to a new password" onClose={() => (link.value = undefined)}>
          <div class="body">
            {link.value.ok ? (
              <>
                <p>Give it to {user.username}: it works once, for a day. That you made it is recorded.</p>
                <p class="mono">{link.value.body.link}</p>
                <Copy text={link.value.body.link} label="Copy the link" />
              </>
            ) : (
              link.value.fault && <Failure fault={link.value.fault} />
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}

const readsField: FormField = {
  name: "reads",
  title: "May read these indices",
  kind: "text",
  hint: "Patterns, separated by commas: towns-*. Makes a role of it. Empty: what groups and roles give.",
};

interface EditProps extends FormTools {
  readonly user: User | undefined;
}

function EditUser({ user, onClose, onSaved }: EditProps) {
  const groups = useSignal<readonly Choice[] | undefined>(undefined);
  const roles = useSignal<readonly Choice[]>([]);
  const security = rights.value.cluster["manage_security"] === true || rights.value.superuser;
  useEffect(() => {
    void groupChoices().then((found) => (groups.value = found));
    if (security)
      void call<Record<string, { readonly metadata?: { readonly _reserved?: boolean } }>>(
        "GET",
        "/_security/role",
      ).then((answer) => {
        if (answer.ok)
          roles.value = Object.entries(answer.body)
            .sort(
              ([left, one], [right, other]) =>
                Number(one.metadata?._reserved ?? false) - Number(other.metadata?._reserved ?? false) ||
                left.localeCompare(right),
            )
            .map(([name]) => ({ value: name, title: name }));
      });
  }, []);
  if (!groups.value) return null;
  const known = new Set(roles.value.map(({ value }) => value));
  const own = (user?.roles ?? []).filter((name) => !known.has(name));
  const fields: FormField[] = [
    { name: "username", title: "User name", kind: "text", required: true },
    { name: "name", title: "Name", kind: "text", hint: "Empty: as the user name." },
    { name: "email", title: "E-mail", kind: "text" },
    ...(user
      ? []
      : [
          {
            name: "password",
            title: "Password",
            kind: "password",
            hint: "Empty: none yet; make a recovery link for them.",
          } as const,
        ]),
    ...(user || !security ? [] : [readsField]),
    { name: "groups", title: "Groups", kind: "several", choices: groups.value },
    ...(security
      ? [{ name: "roles", title: "Roles", kind: "several", choices: [...choicesOf(own), ...roles.value] } as const]
      : []),
    { name: "is_active", title: "May sign in", kind: "check" },
  ];
  return (
    <FormDialog
      title={user ? `Edit ${user.username}` : "New user"}
      label={user ? "Save" : "Make the user"}
      fields={fields}
      values={{
        username: user?.username ?? "",
        name: user?.name ?? "",
        email: user?.email ?? "",
        password: "",
        reads: "",
        groups: user?.groups ?? [],
        roles: user?.roles ?? [],
        is_active: user?.is_active ?? true,
      }}
      onClose={onClose}
      save={async (values) => {
        const answer = await write(user, values, security);
        if (answer.ok) {
          say(`${String(values["username"])} is saved.`);
          onSaved();
        }
        return answer;
      }}
    />
  );
}

async function write(user: User | undefined, values: FormValues, security: boolean): Promise<Answer<unknown>> {
  const { username, name, email, password, reads, groups, is_active } = values;
  const patterns = String(reads ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const roles = [...(values["roles"] as readonly string[])];
  if (patterns.length > 0) {
    const role = `${String(username)}-reads`;
    const made = await call("PUT", `/_security/role/${part(role)}`, {
      indices: [{ names: patterns, privileges: ["read", "view_index_metadata"] }],
    });
    if (!made.ok) return made;
    roles.push(role);
  }
  const saved = await save<User>("core/users", user?.pk, {
    username,
    name: name === "" ? username : name,
    email,
    groups,
    is_active,
    ...(security ? { roles } : {}),
  });
  if (!saved.ok || user || password === "") return saved;
  const set = await call("POST", identityPath("core/users", saved.body.pk, "set_password"), { password });
  if (!set.ok) await remove("core/users", saved.body.pk);
  return set;
}
