/** What opens a remote server, as it is being typed. */
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

export type RemoteServerError = 'accessKey' | 'secretKey' | 'target';

const shortestAccessKey = 3;
const shortestSecretKey = 8;
const scheme = /^(https?):\/\//i;

/** The address of the remote server: its scheme is https with TLS and http without. */
export function targetUrl({ target, useTls }: RemoteServerDraft): string {
  return `${useTls ? 'https' : 'http'}://${target.trim()}`;
}

/** Draft after somebody typed or pasted an address: a scheme in it sets TLS and leaves the text. */
export function withTarget<D extends RemoteServerDraft>(draft: D, typed: string): D {
  const found = scheme.exec(typed.trimStart());
  if (found === null) return { ...draft, target: typed };
  const target = typed.trimStart().slice(found[0].length);
  return { ...draft, target, useTls: found[1]?.toLowerCase() === 'https' };
}

/** Whether an address names a server and nothing below it. */
function isServerAddress(draft: RemoteServerDraft): boolean {
  const url = URL.parse(targetUrl(draft));
  if (url === null || /[\s\\]/.test(draft.target.trim())) return false;
  return (
    url.hostname !== '' &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  );
}

/** The fields that cannot be sent as they stand. */
export function remoteServerErrors(draft: RemoteServerDraft): readonly RemoteServerError[] {
  const errors: RemoteServerError[] = [];
  if (draft.accessKey.length < shortestAccessKey) errors.push('accessKey');
  if (draft.secretKey.length < shortestSecretKey) errors.push('secretKey');
  if (!isServerAddress(draft)) errors.push('target');
  return errors;
}

/** What is sent of a draft without errors. */
export function remoteServerInput(draft: RemoteServerDraft) {
  const region = draft.region.trim();
  return {
    accessKey: draft.accessKey,
    secretKey: draft.secretKey,
    targetURL: targetUrl(draft),
    ...(region === '' ? {} : { region }),
  };
}
