/** What all calls of the console name themselves, so that an audit log can tell them from others. */
export const USER_AGENT = 'Stowage';
