import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { requireTarget, targetText } from '../config/config-text.ts';
import { findProviderType, type ProviderType } from '../identity-providers/provider-types.ts';
import type { Operation } from '../s3/operation.ts';
import { approveAny, approveSet } from './approve-changes.ts';
import { effectReply } from './config.ts';
import { readSealedText, sealedReply } from './payloads.ts';

/**
 * Prefix of the paths of identity provider configurations, followed by the type and, except for
 * lists, the name.
 */
export const IDP_PATH = 'idp-config/';

const ACTION = 'admin:ConfigUpdate';

/** Returns the operation for a method and the rest of the path. */
export function findIdpOperation(method: string, rest: string): Operation | undefined {
  return rest.includes('/')
    ? OPERATIONS.get(method)
    : method === 'GET'
      ? listIdpConfigs
      : undefined;
}

const listIdpConfigs: Operation = {
  name: 'ListIdentityProviderCfg',
  action: ACTION,
  run: (request) => {
    const { type } = named(request);
    const { config } = request.store;
    const items = config.targets(type.subsystem).map(({ target }) => ({
      type: type.name,
      name: target,
      enabled: isEnabled(request, type, target),
      ...roleField(request, type, target),
    }));
    return sealedReply(request, items);
  },
};

const getIdpConfig: Operation = {
  name: 'GetIdentityProviderCfg',
  action: ACTION,
  run: (request) => {
    const { type, target } = named(request);
    const values = stored(request);
    const shown = type.subsystem.keys.flatMap(({ key, secret, default: byDefault }) => {
      const value = values?.[key] ?? '';
      return value === '' || value === byDefault || secret === true
        ? []
        : [{ key, value, isCfg: true, isEnv: false }];
    });
    const { roleARN } = roleField(request, type, target);
    const role =
      roleARN === undefined ? [] : [{ key: 'roleARN', value: roleARN, isCfg: false, isEnv: false }];
    const info = [...shown, ...role].sort((a, b) => (a.key < b.key ? -1 : 1));
    return sealedReply(request, { type: type.name, name: target, info });
  },
};

const addIdpConfig: Operation = {
  name: 'AddIdentityProviderCfg',
  action: ACTION,
  run: async (request) => setConfig(request, await readSealedText(request), 'new'),
};

const updateIdpConfig: Operation = {
  name: 'UpdateIdentityProviderCfg',
  action: ACTION,
  run: async (request) => setConfig(request, await readSealedText(request), 'known'),
};

const deleteIdpConfig: Operation = {
  name: 'DeleteIdentityProviderCfg',
  action: ACTION,
  run: async (request) => {
    const { type, target } = named(request);
    stored(request);
    const { store } = request;
    return effectReply(
      await store.config.reset(targetText(type.subsystem, target), approveAny(store)),
    );
  },
};

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['GET', getIdpConfig],
  ['PUT', addIdpConfig],
  ['POST', updateIdpConfig],
  ['DELETE', deleteIdpConfig],
]);

async function setConfig(request: ApiRequest, text: string, expected: 'new' | 'known') {
  const { type, target } = named(request);
  const { store } = request;
  const name = targetText(type.subsystem, target);
  requireTarget(name);
  // Joined into one line, as further lines would be read as other settings.
  const line = `${name} ${text.replaceAll(/[\r\n]+/g, ' ')}`;
  const effect = await store.config.set(line, async (changes) => {
    if (store.config.has({ subsystem: type.subsystem, target }) !== (expected === 'known')) {
      throw new S3Error(
        expected === 'known'
          ? 'XMinioAdminConfigIDPCfgNameDoesNotExist'
          : 'XMinioAdminConfigIDPCfgNameAlreadyExists',
      );
    }
    await approveSet(store)(changes);
  });
  return effectReply(effect);
}

/**
 * Reads the type and target in the path.
 *
 * @throws S3Error XMinioAdminConfigInvalidIDPType
 */
function named({ target: { path } }: ApiRequest): { type: ProviderType; target: string } {
  const [name = '', target = ''] = path.slice(path.indexOf(IDP_PATH) + IDP_PATH.length).split('/');
  const type = findProviderType(name);
  if (type === undefined) {
    throw new S3Error('XMinioAdminConfigInvalidIDPType');
  }
  return { type, target };
}

/**
 * Returns the settings of the target that a request names.
 *
 * @throws S3Error XMinioAdminNoSuchConfigTarget
 */
function stored(request: ApiRequest) {
  const { type, target } = named(request);
  const found = request.store.config
    .targets(type.subsystem)
    .find((known) => known.target === target);
  if (found === undefined) {
    throw new S3Error('XMinioAdminNoSuchConfigTarget');
  }
  return found.values;
}

function isEnabled({ store }: ApiRequest, { subsystem }: ProviderType, target: string): boolean {
  return store.config.running
    .enabledTargets(subsystem)
    .some((enabled) => enabled.target === target);
}

function roleField(
  request: ApiRequest,
  type: ProviderType,
  target: string,
): { readonly roleARN?: string } {
  const roleARN = isEnabled(request, type, target)
    ? type.roleArnOf?.(request.store, target)
    : undefined;
  return roleARN === undefined ? {} : { roleARN };
}
