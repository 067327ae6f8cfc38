/** MinIO's log entry, without its server. */
export interface LogEntry {
  readonly level: 'INFO' | 'WARNING' | 'ERROR';
  readonly errKind: 'INFO' | 'WARNING' | 'ERROR';
  /** ISO 8601. */
  readonly time: string;
  /** For entries other than errors: the whole line, as clients print it. */
  readonly ConsoleMsg?: string;
  readonly message?: string;
  readonly api?: {
    readonly name: string;
    readonly args: { readonly bucket?: string; readonly object?: string };
  };
  readonly requestID?: string;
  readonly remotehost?: string;
  readonly host?: string;
  readonly userAgent?: string;
  readonly error?: {
    readonly message: string;
    /** Source lines, innermost first. */
    readonly source: readonly string[];
    readonly variables: Readonly<Record<string, string>>;
  };
}

/** The server that writes the log. */
export interface LogPlace {
  readonly deploymentId: string;
  readonly node: string;
}

interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const LEVELS = { info: 'INFO', warn: 'WARNING', error: 'ERROR' } as const;
const MAX_TEXT = 4096;
const MAX_SOURCE = 32;
/** Fields that have their own property in an entry. */
const OWN = new Set([
  'error',
  'api',
  'bucket',
  'key',
  'requestId',
  'remoteHost',
  'host',
  'userAgent',
]);

/** Converts a log line to MinIO's form. Errors include their source lines and their request. */
export function logEntry({ level, message, fields }: LogLine): LogEntry {
  const common = {
    level: LEVELS[level],
    errKind: LEVELS[level],
    time: new Date().toISOString(),
  };
  const variables = Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => !OWN.has(name) && value !== undefined)
      .map(([name, value]) => [name, textOf(value)]),
  );
  if (level === 'info') {
    const line = [message, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
    return { ...common, message, ConsoleMsg: `${LEVELS[level]}: ${line.join(' ')}` };
  }
  const { error, api, bucket, key, requestId, remoteHost, host, userAgent } = fields;
  const request = { requestID: requestId, remotehost: remoteHost, host, userAgent };
  return {
    ...common,
    api: {
      name: typeof api === 'string' ? api : 'SYSTEM',
      args: texts({ bucket, object: key }),
    },
    ...texts(request),
    error: {
      message: error === undefined ? message : `${message} ${headOf(error)}`,
      source: sourceOf(error),
      variables,
    },
  };
}

/** Returns the non-empty fields as text. */
function texts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, textOf(value)]),
  );
}

function textOf(value: unknown): string {
  if (value instanceof Error) {
    return headOf(value);
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, MAX_TEXT);
}

function headOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, MAX_TEXT);
}

function sourceOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_SOURCE)
    .map((line) => line.trim().slice('at '.length));
}
