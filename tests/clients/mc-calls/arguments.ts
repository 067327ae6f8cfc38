/** Flags for every call: print nothing but the answer. */
export const quiet = ['--quiet', '--disable-pager'];

/** Names an object on the server under test. */
export const at = (bucket: string, key: string): string => `store/${bucket}/${key}`;
