/** Logs a message for the operator; fields must not contain secrets. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
