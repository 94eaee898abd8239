/** Name under which notifications tell events. These cause no further notifications. */
export const NOTIFICATIONS_APP = "wardex.identity.notifications";
