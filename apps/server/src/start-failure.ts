/** Advice for errors of the operating system about a file or a directory, by code. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'expected that the user who runs the console may read and write it',
  EPERM: 'expected that it belongs to the user who runs the console',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
  EIO: 'its disk reports errors',
  EEXIST: 'expected a directory',
  ENOTDIR: 'expected a directory',
  EISDIR: 'expected a file',
  ELOOP: 'its links lead nowhere',
  EMFILE: 'too many files are open: expected a higher limit (ulimit -n)',
};

/**
 * The message with which the console exits after an error: one line if an administrator can fix it,
 * otherwise with a stack trace.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ConfigError') return error.message;
  return fileFailure(error) ?? error.stack ?? error.message;
}

function fileFailure(error: Error): string | undefined {
  const { code = '', path }: { code?: unknown; path?: unknown } = error as NodeJS.ErrnoException;
  const advice = Object.hasOwn(ADVICE, String(code)) ? ADVICE[String(code)] : undefined;
  if (advice === undefined || typeof path !== 'string') return undefined;
  return `${path} cannot be used (${String(code)}): ${advice}.`;
}
