/** For every call: nothing but the answer. */
export const quiet = ['--quiet', '--disable-pager'];

/** An object of the server under test. */
export const at = (bucket: string, key: string): string => `store/${bucket}/${key}`;
