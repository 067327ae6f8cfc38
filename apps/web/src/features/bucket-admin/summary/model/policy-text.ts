import { MAX_POLICY_BYTES } from '@stowage/contract/bucket-admin/settings';
import { PolicyError, parseBucketPolicy } from '@stowage/domain/policy';
import { jsonPlaces, type TextPlace } from '#web/lib/json/json-places.ts';

export type PolicyTextError =
  | { readonly kind: 'empty' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'notJson'; readonly place: TextPlace }
  | { readonly kind: 'refused'; readonly place: TextPlace; readonly message: string };

/** Returns the error in a bucket policy's text, and its position; undefined if there is none. */
export function policyTextError(text: string, bucket: string): PolicyTextError | undefined {
  if (text.trim() === '') return { kind: 'empty' };
  if (new TextEncoder().encode(text).length > MAX_POLICY_BYTES) return { kind: 'tooLong' };
  const places = jsonPlaces(text);
  if (places.errorPlace !== undefined) return { kind: 'notJson', place: places.errorPlace };
  try {
    parseBucketPolicy(text, bucket);
    return undefined;
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { kind: 'refused', place: places.placeOf(error.field), message: error.message };
  }
}

/**
 * Returns the initial text of a custom policy if none is in effect. It names no principal, so it
 * grants nothing and cannot be saved until one is added.
 */
export function policyTemplate(bucket: string): string {
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: [] },
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}/*`],
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] }, null, 2);
}
