/** People who have something in common, and what that gives them. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, type Fault } from "../core/api.ts";
import { all, type Group, remove, save, type User } from "../core/identity.ts";
import { rights } from "../core/session.ts";
import { Confirm } from "../parts/dialog.tsx";
import { type Choice, FormDialog } from "../parts/form.tsx";
import { say } from "../parts/notice.tsx";
import { Records } from "../parts/records.tsx";
import { Empty } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";

const COLUMNS: readonly Column<Group>[] = [
  { key: "name", title: "Group", wide: true, render: ({ name }) => <b dir="auto">{name}</b> },
  { key: "members", title: "Members", num: true, render: ({ users }) => users.length },
  { key: "superuser", title: "", render: ({ is_superuser }) => is_superuser && <span class="tag">superusers</span> },
  { key: "roles", title: "Roles", render: ({ roles }) => <span dir="auto">{roles.join(", ")}</span> },
];

export function Page() {
  const version = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const making = useSignal(false);
  const changed = (): void => void version.value++;
  return (
    <>
      <Records<Group>
        title="Groups"
        list="core/groups"
        columns={COLUMNS}
        sorts={["name"]}
        keyOf={({ pk }) => pk}
        picked={picked.value}
        onPick={(key) => (picked.value = key)}
        version={version.value}
        actions={
          rights.value.identity["add_group"] === true && (
            <button type="button" class="primary" onClick={() => (making.value = true)}>
              New group
            </button>
          )
        }
        empty={<Empty title="No groups yet">A group gives its members roles, and notifications go to groups.</Empty>}
        detail={(group) => <Detail key={group.pk} group={group} onChanged={changed} />}
      />
      {making.value && <EditGroup group={undefined} onClose={() => (making.value = false)} onSaved={changed} />}
    </>
  );
}

function Detail({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const doing = useSignal<"edit" | "delete" | undefined>(undefined);
  const may = rights.value.identity;
  const close = (): void => void (doing.value = undefined);
  const drop = async (): Promise<Fault | undefined> => {
    const answer = await remove("core/groups", group.pk);
    if (answer.ok) onChanged();
    return answer.fault;
  };
  return (
    <>
      <h2 dir="auto">{group.name}</h2>
      <p class="row">
        {may["change_group"] === true ? (
          <button type="button" onClick={() => (doing.value = "edit")}>
            Edit
          </button>
        ) : (
          <span class="tag">read only</span>
        )}
        {may["delete_group"] === true && (
          <button type="button" class="danger" onClick={() => (doing.value = "delete")}>
            Delete…
          </button>
        )}
      </p>
      <h3>Members</h3>
      {group.users_obj.length === 0 && <p class="dim">Nobody.</p>}
      <ul class="rows">
        {group.users_obj.map(({ pk, username, name }) => (
          <li key={pk}>
            <b dir="auto">{username}</b> <span dir="auto">{name}</span>
          </li>
        ))}
      </ul>
      {doing.value === "edit" && <EditGroup group={group} onClose={close} onSaved={onChanged} />}
      {doing.value === "delete" && (
        <Confirm title={`Delete ${group.name}?`} word={group.name} label="Delete the group" act={drop} onClose={close}>
          <p>Its members stay, without what the group gave them. Applications that it guards may be open then.</p>
        </Confirm>
      )}
    </>
  );
}

function EditGroup({
  group,
  onClose,
  onSaved,
}: {
  group: Group | undefined;
  onClose: () => void;
  onSaved: () => void;
}) {
  const users = useSignal<readonly Choice[] | undefined>(undefined);
  const groups = useSignal<readonly Choice[]>([]);
  const roles = useSignal<readonly Choice[]>([]);
  useEffect(() => {
    void Promise.all([
      all<User>("core/users"),
      all<Group>("core/groups"),
      call<Record<string, unknown>>("GET", "/_security/role"),
    ]).then(([people, others, known]) => {
      roles.value = (known.ok ? Object.keys(known.body) : [...(group?.roles ?? [])])
        .sort()
        .map((name) => ({ value: name, title: name }));
      groups.value = others.filter(({ pk }) => pk !== group?.pk).map(({ pk, name }) => ({ value: pk, title: name }));
      users.value = people.map(({ pk, username }) => ({ value: String(pk), title: username }));
    });
  }, []);
  if (!users.value) return null;
  return (
    <FormDialog
      title={group ? `Edit ${group.name}` : "New group"}
      label={group ? "Save" : "Make the group"}
      fields={[
        { name: "name", title: "Name", kind: "text", required: true },
        {
          name: "parent",
          title: "Within",
          kind: "one",
          choices: [{ value: "", title: "no other group" }, ...groups.value],
        },
        { name: "users", title: "Members", kind: "several", choices: users.value },
        { name: "roles", title: "Roles of its members", kind: "several", choices: roles.value },
        { name: "is_superuser", title: "Its members may do everything", kind: "check" },
      ]}
      values={{
        name: group?.name ?? "",
        parent: group?.parent ?? "",
        users: (group?.users ?? []).map(String),
        roles: group?.roles ?? [],
        is_superuser: group?.is_superuser ?? false,
      }}
      onClose={onClose}
      save={async ({ parent, users: members, ...values }) => {
        const answer = await save<Group>("core/groups", group?.pk, {
          ...values,
          parent: parent === "" ? null : parent,
          users: (members as readonly string[]).map(Number),
        });
        if (answer.ok) {
          say(`${String(values["name"])} is saved.`);
          onSaved();
        }
        return answer;
      }}
    />
  );
}
