/** User agent of all calls of the console, which identifies them in audit logs. */
export const USER_AGENT = 'Stowage';
