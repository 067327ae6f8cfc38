import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Effect } from '../config/config-store.ts';
import { requireSubsystem } from '../config/config-text.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { parameter, readSealedText, sealedReply, sealedTextReply } from './payloads.ts';

/** MinIO has one right for reading and writing: what is configured may be secret. */
const ACTION = 'admin:ConfigUpdate';
const WHOLE_NUMBER = /^-?[0-9]{1,9}$/;

export const getConfigKeys: Operation = {
  name: 'GetConfigKV',
  action: ACTION,
  run: (request) => {
    const subsystem = requireSubsystem(parameter(request, 'key'));
    return sealedTextReply(request, request.store.config.print([subsystem]));
  },
};

export const setConfigKeys: Operation = {
  name: 'SetConfigKV',
  action: ACTION,
  run: async (request) =>
    effectReply(await request.store.config.set(await readSealedText(request))),
};

export const resetConfigKeys: Operation = {
  name: 'DelConfigKV',
  action: ACTION,
  run: async (request) =>
    effectReply(await request.store.config.reset(await readSealedText(request))),
};

export const getConfig: Operation = {
  name: 'GetConfig',
  action: ACTION,
  run: (request) => sealedTextReply(request, request.store.config.print()),
};

export const setConfig: Operation = {
  name: 'SetConfig',
  action: ACTION,
  run: async (request) => {
    await request.store.config.replace(await readSealedText(request));
    return emptyReply();
  },
};

export const listConfigHistory: Operation = {
  name: 'ListConfigHistoryKV',
  action: ACTION,
  run: (request) => {
    const text = request.query.get('count') ?? '10';
    if (!WHOLE_NUMBER.test(text)) {
      throw new S3Error('XMinioAdminInvalidArgument', "The parameter 'count' must be a number.");
    }
    // MinIO's clients ask for -1 when they want all.
    const count = Number(text) < 0 ? Number.POSITIVE_INFINITY : Number(text);
    const changes = request.store.config.history(count);
    return sealedReply(
      request,
      changes.map(({ restoreId, createdAt, text: data }) => ({
        restoreId,
        createTime: new Date(createdAt).toISOString(),
        data,
      })),
    );
  },
};

export const restoreConfigHistory: Operation = {
  name: 'RestoreConfigHistoryKV',
  action: ACTION,
  run: async (request) => {
    await request.store.config.restore(parameter(request, 'restoreId'));
    return emptyReply();
  },
};

export const clearConfigHistory: Operation = {
  name: 'ClearConfigHistoryKV',
  action: ACTION,
  run: async (request) => {
    await request.store.config.forget(parameter(request, 'restoreId'));
    return emptyReply();
  },
};

/** Tells MinIO's clients whether they must restart the service. */
function effectReply(effect: Effect): Reply {
  return emptyReply(200, effect === 'applied' ? ['x-minio-config-applied', 'true'] : []);
}
