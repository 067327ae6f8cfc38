import { objectKeyProblem } from '@stowage/domain/object-key';
import { matchPage } from '#web/lib/router/page-path.ts';

/** The console's origin and base path. */
export interface ConsolePlace {
  readonly origin: string;
  readonly basePath: string;
}

export type PathProblem = 'blank' | 'bucket' | 'tooLong' | 'elsewhere';

export type TypedPath =
  | { readonly bucket: string; readonly key: string }
  | { readonly problem: PathProblem };

/**
 * Resolves a typed or pasted path to an object or folder: 'bucket/folder/', optionally with a
 * leading '/', an s3:// address, an ARN, or an address of this console's object browser. Trailing
 * spaces are kept, because names may end with them.
 */
export function typedPath(text: string, place: ConsolePlace): TypedPath {
  const path = text.trimStart().replace(/[\r\n]+$/, '');
  if (path === '' || path === '/') return { problem: 'blank' };
  if (/^https?:\/\//i.test(path)) return fromAddress(path, place);
  return fromPath(path.replace(/^(?:s3:\/\/|arn:aws:s3:::|\/)/i, ''));
}

function fromPath(path: string): TypedPath {
  const slash = path.indexOf('/');
  const bucket = slash === -1 ? path.trimEnd() : path.slice(0, slash);
  return checked(bucket, slash === -1 ? '' : path.slice(slash + 1));
}

function fromAddress(address: string, { origin, basePath }: ConsolePlace): TypedPath {
  if (!URL.canParse(address)) return { problem: 'elsewhere' };
  const url = new URL(address);
  if (url.origin !== origin || !url.pathname.startsWith(`${basePath}/`)) {
    return { problem: 'elsewhere' };
  }
  const match = matchPage(url.pathname.slice(basePath.length));
  if (match?.name !== 'objectBrowser') return { problem: 'elsewhere' };
  const { bucketName = '', rest = '' } = match.params ?? {};
  return checked(bucketName, rest);
}

function checked(bucket: string, key: string): TypedPath {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(bucket)) return { problem: 'bucket' };
  const problem = objectKeyProblem(key);
  if (problem === 'too-long') return { problem: 'tooLong' };
  return problem === 'not-unicode' ? { problem: 'bucket' } : { bucket, key };
}
