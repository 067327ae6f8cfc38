import { ConsoleError } from '../../../console-error.ts';

/** A remote server named by an administrator. */
export interface RemoteServer {
  /** `http(s)://host:port`. */
  readonly origin: string;
  /** Host and port; the port is always included. */
  readonly host: string;
  readonly secure: boolean;
}

/**
 * Parses the URL of a remote server. If it has no scheme, `useTls` decides.
 * @throws ConsoleError InvalidInput with the field 'targetURL'
 */
export function readRemoteUrl(text: string, useTls = true): RemoteServer {
  const written = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(written)
    ? written
    : `${useTls ? 'https' : 'http'}://${written}`;
  const url = parse(withScheme);
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') {
    throw wrong('The address begins with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw wrong('The address holds no user and no password; the keys have fields of their own.');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw wrong('The address ends with host and port; the bucket has a field of its own.');
  }
  const host = `${url.hostname}:${url.port || (secure ? '443' : '80')}`;
  return { origin: url.origin, host, secure };
}

function parse(text: string): URL {
  const url = URL.parse(text);
  if (url === null || url.hostname === '')
    throw wrong('The address has no host, or none that can be.');
  return url;
}

function wrong(detail: string): ConsoleError {
  return new ConsoleError('InvalidInput', { field: 'targetURL', detail });
}
