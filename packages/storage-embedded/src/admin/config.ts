import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Effect } from '../config/config-store.ts';
import { printConfig, requireTarget } from '../config/config-text.ts';
import { emptyReply, type Reply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { approveAny, approveSet } from './approve-changes.ts';
import { parameter, readSealedText, sealedReply, sealedTextReply } from './payloads.ts';

/** MinIO uses one right for both reading and writing, as the configuration may contain secrets. */
const ACTION = 'admin:ConfigUpdate';
const WHOLE_NUMBER = /^-?[0-9]{1,9}$/;

export const getConfigKeys: Operation = {
  name: 'GetConfigKV',
  action: ACTION,
  run: (request) => {
    const key = parameter(request, 'key');
    const { subsystem, target } = requireTarget(key);
    const all = request.store.config.targets(subsystem);
    const shown = key.includes(':') ? all.filter((one) => one.target === target) : all;
    if (shown.length === 0) {
      const missing = `there is no target '${target}' for subsystem '${subsystem.name}'`;
      throw new S3Error('XMinioConfigError', missing);
    }
    const lines = shown.map((one) =>
      printConfig({ subsystem, target: one.target }, one.values ?? {}, true),
    );
    return sealedTextReply(request, lines.join(''));
  },
};

export const setConfigKeys: Operation = {
  name: 'SetConfigKV',
  action: ACTION,
  run: async (request) => {
    const { store } = request;
    const text = await readSealedText(request);
    return effectReply(await store.config.set(text, approveSet(store)));
  },
};

export const resetConfigKeys: Operation = {
  name: 'DelConfigKV',
  action: ACTION,
  run: async (request) => {
    const { store } = request;
    const text = await readSealedText(request);
    return effectReply(await store.config.reset(text, approveAny(store)));
  },
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
    const { store } = request;
    await store.config.replace(await readSealedText(request), approveAny(store));
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
    // MinIO's clients send -1 to get all.
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
    const { store } = request;
    await store.config.restore(parameter(request, 'restoreId'), approveAny(store));
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

/** Returns the reply that tells MinIO's clients whether the service needs a restart. */
export function effectReply(effect: Effect): Reply {
  return emptyReply(200, effect === 'applied' ? ['x-minio-config-applied', 'true'] : []);
}
