/** Takes a message for the operator; fields hold no secrets. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
