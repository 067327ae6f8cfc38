import { createHmac } from 'node:crypto';

/** Headers with their own line in the string to sign, in order. */
const SIGNED = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/** The signed parts of a request to Azure Blob Storage. */
export interface AzureRequest {
  readonly method: string;
  /** Percent-encoded, without the query. */
  readonly path: string;
  /** Not encoded; names are unique. */
  readonly query: Readonly<Record<string, string>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the Authorization header for Azure's Shared Key scheme.
 *
 * @param key of the account, Base64
 */
export function azureAuthorization(
  { method, path, query, headers }: AzureRequest,
  { account, key }: { readonly account: string; readonly key: string },
): string {
  const plain = SIGNED.map((name) => {
    const value = headers[name] ?? '';
    // A length of 0 is omitted.
    return name === 'content-length' && value === '0' ? '' : value;
  });
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .map(([name, value]) => `${name}:${value.trim()}`);
  const asked = Object.entries(query).map(([name, value]) => `${name.toLowerCase()}:${value}`);
  const text = [method, ...plain, ...own.sort(), `/${account}${path}`, ...asked.sort()].join('\n');
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');
  return `SharedKey ${account}:${signature}`;
}
