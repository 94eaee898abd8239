/** The trail for those who may see events and nothing else of the server: a list, found by words. */
import { useSignal } from "@preact/signals";
import { identityPath } from "../../core/identity.ts";
import { useCall } from "../../parts/load.ts";
import { identityRecords, Records } from "../../parts/records.tsx";
import { Empty } from "../../parts/states.tsx";
import { type Event, eventColumns, EventDetail } from "./event.tsx";

const COLUMNS = eventColumns<Event>((event) => event);

export function EventList() {
  const picked = useSignal<string | undefined>(undefined);
  const action = useSignal("");
  const actions = useCall<readonly { readonly component: string }[]>("GET", identityPath("events/events", "actions"));
  const filter = action.value === "" ? {} : { action: action.value };
  return (
    <Records<Event>
      title="Events"
      one="event"
      source={identityRecords("events/events", filter)}
      columns={COLUMNS}
      sorts={["created", "user", "action", "client_ip"]}
      keyOf={({ pk }) => pk}
      picked={picked.value}
      onPick={(key) => (picked.value = key)}
      version={0}
      filters={
        <select aria-label="Action" value={action} onChange={(event) => (action.value = event.currentTarget.value)}>
          <option value="">any action</option>
          {(actions.body ?? []).map(({ component: value }) => (
            <option key={value} value={value}>
              {value.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      }
      empty={<Empty title="No event is like that">Choose another action.</Empty>}
      detail={(event) => <EventDetail event={event} />}
    />
  );
}
