import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { emptyReply, jsonReply, type Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter } from './payloads.ts';

/** MinIO's own API of its key service; the older calls are part of the Admin API. */
export const KMS_PATH = '/minio/kms/v1/';

/** Creating keys takes no measurable time: all calls fall below the first bound, in nanoseconds. */
const RESPONSE_TIMES = [10, 50, 100, 250, 500, 1000, 1500, 3000, 5000, 10_000].map(
  (milliseconds) => milliseconds * 1_000_000,
);
const NEVER = '0001-01-01T00:00:00Z';

/** The calls below `KMS_PATH`. */
export const KMS_OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['GET status', { name: 'KMSStatus', action: 'kms:Status', run: statusReply }],
  ['GET version', { name: 'KMSVersion', action: 'kms:Version', run: versionReply }],
  ['GET metrics', { name: 'KMSMetrics', action: 'kms:Metrics', run: metricsReply }],
  [
    'POST key/create',
    {
      name: 'KMSCreateKey',
      action: 'kms:CreateKey',
      run: (request) => {
        request.require('kms:CreateKey', keyResource(parameter(request, 'key-id')));
        return createKey(request);
      },
    },
  ],
  ['GET key/list', { name: 'KMSListKeys', action: 'kms:ListKeys', run: listReply }],
  [
    'GET key/status',
    {
      name: 'KMSKeyStatus',
      action: 'kms:KeyStatus',
      run: (request) => {
        request.require('kms:KeyStatus', keyResource(keyId(request)));
        return keyStatusReply(request);
      },
    },
  ],
]);

/** The calls used by older clients. */
export const getKmsStatus: Operation = {
  name: 'KMSStatus',
  action: 'admin:KMSKeyStatus',
  run: statusReply,
};

export const createKmsKey: Operation = {
  name: 'KMSCreateKey',
  action: 'admin:KMSCreateKey',
  run: createKey,
};

export const getKmsKeyStatus: Operation = {
  name: 'KMSKeyStatus',
  action: 'admin:KMSKeyStatus',
  run: keyStatusReply,
};

/** Policies name keys in place of buckets. */
function keyResource(name: string): { bucket: string; key: string } {
  return { bucket: name, key: '' };
}

/** MinIO's KMSStatus. */
function statusReply({ store }: ApiRequest): Reply {
  const { names, defaultName } = store.keyFile;
  return jsonReply({
    name: 'Stowage key file',
    'default-key-id': defaultName,
    endpoints: { [store.endpoint()]: 'online' },
    state: { KeyStoreReachable: true, KeystoreAvailable: names.length > 0 },
  });
}

function versionReply({ store }: ApiRequest): Reply {
  store.keyFile.requireKeys();
  return jsonReply({ version: 'v1' });
}

function metricsReply({ store }: ApiRequest): Reply {
  store.keyFile.requireKeys();
  const { served, failed } = store.keyFile;
  const all = served + failed;
  return jsonReply({
    kms_req_success: served,
    kms_req_error: failed,
    kms_req_failure: 0,
    kms_resp_time: Object.fromEntries(RESPONSE_TIMES.map((bound) => [bound, all])),
  });
}

async function createKey(request: ApiRequest): Promise<Reply> {
  await request.store.keyFile.create(parameter(request, 'key-id'));
  return emptyReply();
}

/** Returns the names with the requested prefix, as far as the caller can see them. */
function listReply(request: ApiRequest): Reply {
  const prefix = (request.query.get('pattern') ?? '').replace(/\*$/, '');
  const names = request.store.keyFile.names.filter(
    (name) => name.startsWith(prefix) && request.allows('kms:ListKeys', keyResource(name)),
  );
  return jsonReply(names.map((name) => ({ createdAt: NEVER, createdBy: '', name })));
}

function keyId(request: ApiRequest): string {
  const name = request.query.get('key-id') ?? '';
  return name === '' ? request.store.keyFile.defaultName : name;
}

/** MinIO's KMSKeyStatus: a key that does not work is not an error of the call. */
function keyStatusReply(request: ApiRequest): Reply {
  const name = keyId(request);
  const error = errorOfKey(request, name);
  return jsonReply({
    'key-id': name,
    ...(error === undefined ? {} : { 'encryption-error': error }),
  });
}

function errorOfKey({ store }: ApiRequest, name: string): string | undefined {
  try {
    store.keyFile.get(name);
    return undefined;
  } catch (error) {
    if (error instanceof S3Error && error.code === 'KMS.NotFoundException') {
      return 'key with given key ID does not exist';
    }
    throw error;
  }
}
