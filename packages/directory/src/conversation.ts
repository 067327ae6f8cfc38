import { connect as connectTls } from 'node:tls';
import type { Client, Entry } from 'ldapts';
import { type Dialled, dial, type Reach } from './dial.ts';
import { connectionFailure, DirectoryError, type DirectoryFailure } from './directory-error.ts';
import type { DirectorySettings } from './settings.ts';

/** A search request to a directory. */
export interface Question {
  readonly base: string;
  readonly scope: 'base' | 'sub';
  readonly filter: string;
  readonly attributes: readonly string[];
  /** Exceeding this number of entries is an error. */
  readonly most: number;
  /** The configuration keys that base and filter come from. */
  readonly keys: { readonly base: string; readonly filter: string };
}

/** A connection to a directory, used by a single conversation. */
export interface Conversation {
  /**
   * Binds as a user.
   * @throws DirectoryError `refusal` if the directory rejects the DN or the password
   */
  bind(dn: string, password: string, refusal: DirectoryError): Promise<void>;
  /**
   * Returns the matching entries. Referrals to other servers are not followed.
   * @throws DirectoryError base-dn-missing, filter-invalid, too-much, refused
   */
  search(question: Question): Promise<readonly Entry[]>;
}

const WITHIN_MS = 10_000;
const PAGE = 200;
/** Maximum total size of all answers in one conversation. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Names that the library interprets as SASL mechanisms rather than as a DN. */
const SASL = new Set(['PLAIN', 'EXTERNAL']);

const CODE = {
  protocolError: 2,
  sizeLimit: 4,
  strongAuthRequired: 8,
  adminLimit: 11,
  confidentialityRequired: 13,
  noSuchObject: 32,
  invalidDn: 34,
  inappropriateAuthentication: 48,
  invalidCredentials: 49,
  unwilling: 53,
} as const;

/**
 * Connects, runs the work and disconnects, all within a timeout.
 *
 * @throws DirectoryError, and errors of the work itself
 */
export async function converse<Result>(
  settings: DirectorySettings,
  reach: Reach,
  work: (conversation: Conversation) => Promise<Result>,
): Promise<Result> {
  // Loaded on first use of a directory.
  const ldap = await import('ldapts');
  const timeout = AbortSignal.timeout(reach.withinMs ?? WITHIN_MS);
  const dialled = await dial(settings, reach, timeout);
  const { socket } = dialled;
  const stop = () => socket.destroy();
  timeout.addEventListener('abort', stop, { once: true });
  try {
    const client = clientOver(ldap.Client, dialled);
    if (settings.security === 'starttls') await startTls(client, dialled);
    return await work(conversationOf(client));
  } catch (error) {
    if (timeout.aborted) throw outOfTime(timeout);
    throw error;
  } finally {
    timeout.removeEventListener('abort', stop);
    socket.destroy();
  }
}

function outOfTime({ reason }: AbortSignal): DirectoryError {
  return new DirectoryError('unreachable', 'server_addr', 'no answer in time', reason);
}

/**
 * Creates a library client that uses this connection only. By default the library would reconnect
 * when the directory hangs up, without TLS if StartTLS was used, and continue without being bound.
 */
function clientOver(Library: typeof Client, { socket }: Dialled): Client {
  let read = 0;
  const count = (bytes: Buffer) => {
    read += bytes.length;
    if (read > MAX_BYTES) socket.destroy();
  };
  let given = false;
  return new Library({
    url: 'ldap://directory',
    createConnection: () => {
      if (given) throw new DirectoryError('unreachable', 'server_addr', 'connection closed');
      given = true;
      socket.on('data', count);
      return socket;
    },
    createSecureConnection: ((options: object) =>
      connectTls(options).on('data', count)) as typeof connectTls,
  });
}

async function startTls(client: Client, { tls }: Dialled): Promise<void> {
  try {
    await client.startTLS({ ...tls });
  } catch (error) {
    const failure = codeOf(error) === undefined ? connectionFailure(error, true) : 'tls';
    throw new DirectoryError(failure, 'server_starttls', textOf(error), error);
  }
}

function conversationOf(client: Client): Conversation {
  return {
    async bind(dn, password, refusal) {
      if (SASL.has(dn)) throw refusal;
      try {
        await client.bind(dn, password);
      } catch (error) {
        throw bindError(error, refusal);
      }
    },
    async search({ base, scope, filter, attributes, most, keys }) {
      const entries: Entry[] = [];
      try {
        const pages = client.searchPaginated(base, {
          scope,
          filter,
          attributes: attributes.length === 0 ? ['1.1'] : [...attributes],
          sizeLimit: most + 1,
          paged: { pageSize: Math.min(most + 1, PAGE) },
          derefAliases: 'never',
        });
        for await (const { searchEntries } of pages) {
          entries.push(...searchEntries);
          if (entries.length > most) break;
        }
      } catch (error) {
        throw searchError(error, keys);
      }
      if (entries.length > most) throw new DirectoryError('too-much', keys.filter);
      return entries;
    },
  };
}

function bindError(error: unknown, refusal: DirectoryError): DirectoryError {
  if (error instanceof DirectoryError) return error;
  const { failure, key } = refusal;
  switch (codeOf(error)) {
    case undefined:
      return new DirectoryError('unreachable', 'server_addr', textOf(error));
    case CODE.confidentialityRequired:
    case CODE.strongAuthRequired:
      return new DirectoryError('tls-required', 'server_insecure', textOf(error));
    case CODE.invalidCredentials:
    case CODE.noSuchObject:
    case CODE.invalidDn:
    case CODE.inappropriateAuthentication:
    case CODE.unwilling:
      return new DirectoryError(failure, key, textOf(error));
    default:
      return new DirectoryError('refused', key, textOf(error));
  }
}

function searchError(error: unknown, keys: Question['keys']): DirectoryError {
  if (error instanceof DirectoryError) return error;
  const failures: Readonly<Record<number, [DirectoryFailure, string]>> = {
    [CODE.noSuchObject]: ['base-dn-missing', keys.base],
    [CODE.invalidDn]: ['base-dn-missing', keys.base],
    [CODE.sizeLimit]: ['too-much', keys.filter],
    [CODE.adminLimit]: ['too-much', keys.filter],
    [CODE.protocolError]: ['filter-invalid', keys.filter],
  };
  const code = codeOf(error);
  if (code !== undefined) {
    const [failure, key] = failures[code] ?? ['refused', keys.base];
    return new DirectoryError(failure, key, textOf(error));
  }
  // The library parses the filter before sending it.
  const broken = /socket|connection|timed out/i.test(textOf(error));
  return broken
    ? new DirectoryError('unreachable', 'server_addr', textOf(error))
    : new DirectoryError('filter-invalid', keys.filter, textOf(error));
}

/** Returns the result code of the directory's answer; undefined if there was no answer. */
function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : '';
}
