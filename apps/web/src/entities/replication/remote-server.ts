import { translate } from '#web/lib/i18n/messages.ts';
import { replicationText } from './en.ts';

/** The connection data of a remote server, as entered. */
export interface RemoteServerDraft {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Host and port, without a scheme. */
  readonly target: string;
  readonly useTls: boolean;
  readonly region: string;
}

export const EMPTY_REMOTE_SERVER: RemoteServerDraft = {
  accessKey: '',
  secretKey: '',
  target: '',
  useTls: true,
  region: '',
};

const shortestAccessKey = 3;
const shortestSecretKey = 8;
const scheme = /^(https?):\/\//i;

/** Returns the address of the remote server: https with TLS, otherwise http. */
export function targetUrl({ target, useTls }: RemoteServerDraft): string {
  return `${useTls ? 'https' : 'http'}://${target.trim()}`;
}

/**
 * Returns the draft after a new address was entered: a scheme in it sets TLS and is removed from
 * the text.
 */
export function withoutScheme<D extends RemoteServerDraft>(draft: D): D {
  const typed = draft.target.trimStart();
  const found = scheme.exec(typed);
  if (found === null) return draft;
  return {
    ...draft,
    target: typed.slice(found[0].length),
    useTls: found[1]?.toLowerCase() === 'https',
  };
}

/** Whether an address names a server without a path. */
function isServerAddress(draft: RemoteServerDraft): boolean {
  const address = targetUrl(draft);
  if (!URL.canParse(address) || /[\s\\]/.test(draft.target.trim())) return false;
  const url = new URL(address);
  return (
    url.hostname !== '' &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  );
}

/** Returns the errors that prevent the remote server from being queried, by field. */
export function remoteServerErrors(draft: RemoteServerDraft) {
  return {
    ...(draft.accessKey.length < shortestAccessKey && {
      accessKey: translate(replicationText, 'accessKeyError'),
    }),
    ...(draft.secretKey.length < shortestSecretKey && {
      secretKey: translate(replicationText, 'secretKeyError'),
    }),
    ...(!isServerAddress(draft) && { target: translate(replicationText, 'targetError') }),
  };
}

/** Returns the request for a draft without errors. */
export function remoteServerInput(draft: RemoteServerDraft) {
  const region = draft.region.trim();
  return {
    accessKey: draft.accessKey,
    secretKey: draft.secretKey,
    targetURL: targetUrl(draft),
    ...(region === '' ? {} : { region }),
  };
}
