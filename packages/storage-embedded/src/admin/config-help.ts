import { S3Error } from '@stowage/storage-wire/s3-error';
import { CLUSTER_SUBSYSTEMS } from '../config/cluster-subsystems.ts';
import { requireTarget } from '../config/config-text.ts';
import type { ConfigKey, Subsystem } from '../config/subsystem.ts';
import { SUBSYSTEMS } from '../config/subsystems.ts';
import { jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';

/** MinIO's Help: the subsystems, the keys of one, or one key. */
export const getConfigHelp: Operation = {
  name: 'HelpConfigKV',
  action: 'admin:ConfigUpdate',
  run: ({ query }) => {
    const name = query.get('subSys') ?? '';
    // Not part of MinIO's format, and rejected by its clients: sent only on request.
    const more = query.get('details') === 'true';
    const key = query.get('key') ?? '';
    return jsonReply(name === '' ? allSubsystems(more) : oneSubsystem(name, key, more));
  },
};

function allSubsystems(more: boolean): object {
  return {
    subSys: '',
    description: '',
    multipleTargets: false,
    keysHelp: [
      ...SUBSYSTEMS.map(({ name, description, dynamic, multipleTargets = false }: Subsystem) => ({
        ...entry(name, description),
        multipleTargets,
        ...(more && { dynamic }),
      })),
      ...[...CLUSTER_SUBSYSTEMS].map(([name, unavailable]) => ({
        ...entry(name, unavailable),
        ...(more && { unavailable }),
      })),
    ],
  };
}

function entry(key: string, description: string) {
  return { key, type: '', description, optional: false, multipleTargets: false };
}

function oneSubsystem(text: string, key: string, more: boolean): object {
  const { name, description, keys, multipleTargets = false } = requireTarget(text).subsystem;
  const shown = key === '' ? keys : keys.filter((known) => known.key === key);
  if (shown.length === 0) {
    throw new S3Error('XMinioConfigError', `unknown key ${key} for sub-system ${name}`);
  }
  return {
    subSys: name,
    description,
    multipleTargets,
    keysHelp: shown.map((one) => keyHelp(one, more)),
  };
}

function keyHelp(setting: ConfigKey, more: boolean): object {
  const { key, type, description } = setting;
  const byDefault = setting.default === '' ? '' : ` (default: '${setting.default}')`;
  return {
    key,
    type,
    description: `${description}${byDefault}`,
    optional: setting.required !== true,
    multipleTargets: false,
    ...(more && { secret: setting.secret === true }),
  };
}
