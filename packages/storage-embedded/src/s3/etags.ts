import type { ApiRequest } from '../api-request.ts';
import type { WriteCondition } from '../engine/types.ts';

/**
 * Parses the ETags of an If-Match or If-None-Match header, without quotes and weakness prefixes;
 * '*' is kept.
 */
export function parseEtags(header: string): string[] {
  return header
    .split(',')
    .map(plainEtag)
    .filter((etag) => etag !== '');
}

/** Returns an ETag without its quotes. */
export function plainEtag(etag: string): string {
  return etag.trim().replace(/^W\//, '').replace(/^"|"$/g, '');
}

export function matchesEtag(etags: readonly string[], etag: string): boolean {
  return etags.includes(etag) || etags.includes('*');
}

/** Returns the preconditions of a write, checked by the engine at commit time. */
export function writeCondition(request: ApiRequest): WriteCondition | undefined {
  const ifMatch = request.header('if-match');
  const ifNoneMatch = request.header('if-none-match');
  if (ifMatch === undefined && ifNoneMatch === undefined) {
    return undefined;
  }
  return {
    ...(ifMatch === undefined ? {} : { ifMatch: parseEtags(ifMatch) }),
    ...(ifNoneMatch === undefined ? {} : { ifNoneMatch: parseEtags(ifNoneMatch) }),
  };
}
