/** How much a notification matters. */
export const SEVERITIES = ["notice", "warning", "alert"] as const;
