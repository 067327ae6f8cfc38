import type { ApiRequest } from '../api-request.ts';
import type { StoredObject } from '../engine/types.ts';

/** Notifies observers that an object was read. */
export function tellOfRead(
  request: ApiRequest,
  object: StoredObject,
  event: 'Get' | 'Head' | 'GetRetention' | 'GetLegalHold' | 'Attributes',
): void {
  const { engine, notifications } = request.store;
  const bucket = engine.getBucket(object.bucket);
  if (bucket !== undefined) {
    notifications.tell(bucket, object, () => request.cause(`ObjectAccessed:${event}`));
  }
}
