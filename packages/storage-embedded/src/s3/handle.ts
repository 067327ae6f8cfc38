import { S3Error } from '@stowage/storage-wire/s3-error';
import { ApiRequest } from '../api-request.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import { incomingOf, type Target } from '../http/target.ts';
import type { Store } from '../store.ts';
import { getBucketLocation } from './operations/bucket-properties.ts';
import { listBuckets } from './operations/list-buckets.ts';
import { route } from './router.ts';

/**
 * Handles an S3 request: authenticates the caller, routes, authorises and runs the operation.
 *
 * @throws S3Error
 */
export function handleS3(store: Store, exchange: Exchange, target: Target): Reply | Promise<Reply> {
  const { message } = exchange;
  const method = message.method ?? '';
  const operation = route(method, target, message.headers);
  exchange.operation = operation.name;
  exchange.facts.bucket = target.bucket;
  exchange.facts.key = target.key;
  // Clients use these to find out the region before they know it.
  const anyRegion = operation === getBucketLocation || operation === listBuckets;
  const authenticated = store.authenticator.authenticate(incomingOf(message, target), {
    service: 's3',
    legacy: true,
    ...(anyRegion || store.region === '' ? {} : { region: store.region }),
  });
  const request = new ApiRequest(store, exchange, target, authenticated);
  const { action } = operation;
  const needed = typeof action === 'string' ? action : action(request);
  const about = needed === 's3:PutObject' ? request.written : request.resource;
  if (needed !== 'none' && !request.allows(needed, about)) {
    throw operation.refusal?.(request) ?? new S3Error('AccessDenied');
  }
  return operation.run(request);
}
