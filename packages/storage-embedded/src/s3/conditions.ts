import type { StoredObject } from '../engine/types.ts';
import { matchesEtag, parseEtags } from './etags.ts';

/** The values of the four conditional headers, whatever the prefix of their names. */
export interface Conditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
  readonly ifUnmodifiedSince: string | undefined;
}

/**
 * Evaluates conditions against an object in the order of RFC 9110 section 13.2.2: an ETag condition
 * overrides the corresponding date condition. Unparseable dates are ignored.
 */
export function evaluateConditions(
  conditions: Conditions,
  object: Pick<StoredObject, 'etag' | 'modifiedAt'>,
): 'holds' | 'failed' | 'not-modified' {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = conditions;
  if (ifMatch !== undefined) {
    if (!matchesEtag(parseEtags(ifMatch), object.etag)) {
      return 'failed';
    }
  } else if (ifUnmodifiedSince !== undefined && modifiedAfter(object, ifUnmodifiedSince) === true) {
    return 'failed';
  }
  if (ifNoneMatch !== undefined) {
    return matchesEtag(parseEtags(ifNoneMatch), object.etag) ? 'not-modified' : 'holds';
  }
  return ifModifiedSince !== undefined && modifiedAfter(object, ifModifiedSince) === false
    ? 'not-modified'
    : 'holds';
}

/** HTTP dates have a resolution of one second. */
function modifiedAfter(
  object: Pick<StoredObject, 'modifiedAt'>,
  date: string,
): boolean | undefined {
  const moment = Date.parse(date);
  return Number.isNaN(moment) ? undefined : Math.floor(object.modifiedAt / 1000) * 1000 > moment;
}
