import { lookup, resolveSrv } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { connectionFailure, DirectoryError } from './directory-error.ts';
import type { DirectorySettings } from './settings.ts';

/** Restrictions and limits on reaching a directory. */
export interface Reach {
  /** CA certificates in PEM, in addition to those that Node trusts. */
  readonly authorities?: readonly string[];
  /** Whether connections to an IP address are forbidden. */
  readonly refuses?: (address: string) => boolean;
  /** Timeout for the whole conversation, in milliseconds. */
  readonly withinMs?: number;
}

/** A connection to a directory, and the host name that was dialled. */
export interface Dialled {
  readonly socket: Socket;
  readonly tls: ConnectionOptions;
}

interface Host {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 636;
const MAX_HOSTS = 4;

/**
 * Connects to the directory, using TLS from the first byte if the settings say so. With several SRV
 * records, the first host that answers is used.
 *
 * @throws DirectoryError unreachable, address-refused, tls, certificate
 */
export async function dial(
  settings: DirectorySettings,
  reach: Reach,
  signal: AbortSignal,
): Promise<Dialled> {
  let last: unknown;
  for (const host of await hostsOf(settings)) {
    try {
      return await dialHost(host, settings, reach, signal);
    } catch (error) {
      last = error;
    }
  }
  throw last ?? new DirectoryError('unreachable', 'server_addr', 'no SRV record');
}

async function hostsOf({ address, srv }: DirectorySettings): Promise<Host[]> {
  if (srv === '') {
    const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(address) ?? [];
    // Not the colons of an IPv6 address.
    const bare = host.startsWith('[') ? host.slice(1, -1) : host;
    return [{ host: bare, port: Number(port ?? DEFAULT_PORT) }];
  }
  try {
    const records = await resolveSrv(srv === 'on' ? address : `_${srv}._tcp.${address}`);
    return records
      .sort((a, b) => a.priority - b.priority || b.weight - a.weight)
      .slice(0, MAX_HOSTS)
      .map(({ name, port }) => ({ host: name, port }));
  } catch (error) {
    throw failed(error, 'srv_record_name', false);
  }
}

async function dialHost(
  { host, port }: Host,
  { security, verify }: DirectorySettings,
  { authorities, refuses }: Reach,
  signal: AbortSignal,
): Promise<Dialled> {
  const secured = security === 'tls';
  const tls: ConnectionOptions = {
    host,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: verify,
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== undefined && authorities.length > 0 && { ca: [...authorities] }),
  };
  try {
    const found = await lookup(host, { all: true });
    if (refuses !== undefined && found.some(({ address }) => refuses(address))) {
      throw new DirectoryError('address-refused', 'server_addr');
    }
    // Connects to the addresses that were checked: no name is resolved twice. Of several addresses
    // Node uses the first that answers.
    const socket = connectTcp({ host, port, lookup: (_host, _options, done) => done(null, found) });
    await ready(socket, 'connect', signal);
    if (!secured) return { socket, tls };
    const wrapped = connectTls({ ...tls, socket });
    await ready(wrapped, 'secureConnect', signal);
    return { socket: wrapped, tls };
  } catch (error) {
    if (error instanceof DirectoryError) throw error;
    throw failed(error, 'server_addr', secured);
  }
}

function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const end = (error: Error) => {
      signal.removeEventListener('abort', stop);
      socket.destroy();
      reject(error);
    };
    const stop = () => end(signal.reason);
    const hungUp = () => end(Object.assign(new Error('connection closed'), { code: 'ECONNRESET' }));
    signal.addEventListener('abort', stop, { once: true });
    socket.once('error', end);
    socket.once('close', hungUp);
    socket.once(event, () => {
      signal.removeEventListener('abort', stop);
      socket.removeListener('error', end);
      socket.removeListener('close', hungUp);
      resolve();
    });
    if (signal.aborted) stop();
  });
}

function failed(error: unknown, key: string, secured: boolean): DirectoryError {
  const said = error instanceof Error ? error.message : String(error);
  return new DirectoryError(connectionFailure(error, secured), key, said, error);
}
