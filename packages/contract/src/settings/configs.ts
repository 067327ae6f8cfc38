import { Revision, RevisionQuery } from '../bucket-admin/shared.ts';
import { endpoint, storage } from '../endpoint.ts';
import { PageQuery } from '../page-query.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

export const readErrors = [...storageErrors, 'InvalidInput', 'NotFound', 'NotSupported'] as const;

export const changeErrors = [...readErrors, 'ChangedMeanwhile', 'TargetExists'] as const;

/** MinIO has a single permission for reading and changing, because settings may contain secrets. */
export const configRight = storage('admin:ConfigUpdate');

/** The name of a configuration, called a subsystem in MinIO. */
export const ConfigName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a name');

/** A target of a configuration with several; omitted for the default one. */
export const TargetName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/, 'must be letters, digits, dots, - and _');

const ConfigParams = z.object({ name: ConfigName });
const TargetQuery = z.object({ arn_resource_id: TargetName.optional() });

const ConfigKey = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a name of a setting');

/** A setting with the server's metadata. */
export const ConfigValue = z.object({
  key: z.string(),
  /**
   * The effective value: from the environment, else the configured one, else the default. '' for a
   * secret.
   */
  value: z.string(),
  /** The server's type name: string, number, duration, csv, on|off, … */
  type: z.string(),
  /** The server's help text. */
  description: z.string(),
  required: z.boolean(),
  /** Absent if the server does not report it. */
  default: z.string().optional(),
  /** For a secret: whether it is set. Its value is never sent. */
  secret: z.object({ is_set: z.boolean() }).optional(),
  /** The environment variable that sets it, so that it cannot be changed here. */
  locked_by: z.string().optional(),
});
export type ConfigValue = z.infer<typeof ConfigValue>;

export const ConfigTarget = z.object({
  /** '_' is the default one, which has no name. */
  name: z.string(),
  /** Whether it is enabled: 'on' or not switched off. */
  enabled: z.boolean(),
  /** Whether it is defined by the server's environment, so that it cannot be removed here. */
  from_environment: z.boolean(),
});
export type ConfigTarget = z.infer<typeof ConfigTarget>;

/** A configuration of the connected server. */
export const ConfigSummary = z.object({
  name: z.string(),
  description: z.string(),
  /** Whether it supports several named targets. */
  multiple: z.boolean(),
  /** The names of its settings. */
  keys: z.array(z.string()),
  /** Number of settings that differ from their default, as far as the server reports defaults. */
  changed: z.int(),
  /** Number of settings from the environment. */
  locked: z.int(),
  /** Targets with at least one setting. */
  targets: z.array(ConfigTarget),
  /** Why this server has the configuration but cannot use it. */
  unavailable: z.string().optional(),
});
export type ConfigSummary = z.infer<typeof ConfigSummary>;

export const ConfigDetail = z.object({
  name: z.string(),
  description: z.string(),
  multiple: z.boolean(),
  targets: z.array(ConfigTarget),
  /** In the server's order. */
  key_values: z.array(ConfigValue),
  /** Whether a change requires a restart of the server. */
  restart: z.boolean(),
  /** Whether any setting of this target is stored on the server. */
  stored: z.boolean(),
  unavailable: z.string().optional(),
  revision: Revision,
});
export type ConfigDetail = z.infer<typeof ConfigDetail>;

/** Whether a change requires a restart of the server. */
const Effect = z.object({ restart: z.boolean() });

export const listConfigs = endpoint({
  id: 'settings.listConfigs',
  method: 'GET',
  path: '/configs',
  summary: 'The configurations that the storage server knows',
  permission: configRight,
  query: PageQuery,
  response: z.object({
    configs: z.array(ConfigSummary),
    /**
     * For clients of MinIO Console's API description: the section selected by offset and limit, out
     * of `total`.
     */
    configurations: z.array(z.object({ key: z.string(), description: z.string() })),
    total: z.int(),
  }),
  status: 200,
  errors: readErrors,
});

export const getConfig = endpoint({
  id: 'settings.getConfig',
  method: 'GET',
  path: '/configs/{name}',
  summary: 'One configuration, or one target of it, with help, defaults and where values come from',
  permission: configRight,
  params: ConfigParams,
  query: TargetQuery,
  response: ConfigDetail,
  status: 200,
  errors: readErrors,
});

/** Settings and their new values. An entry with an empty value is ignored. */
const KeyValues = z.array(z.object({ key: ConfigKey, value: z.string().max(64 * 1024) })).max(200);

/** The changes to a configuration. */
export const changeBody = z.object({
  key_values: KeyValues,
  /** Settings to reset to their default. */
  reset_keys: z.array(ConfigKey).max(200).default([]),
});

export const setConfig = endpoint({
  id: 'settings.setConfig',
  method: 'PUT',
  path: '/configs/{name}',
  summary: 'Change settings of a configuration, or add a target to it',
  permission: configRight,
  params: ConfigParams,
  query: TargetQuery.extend(RevisionQuery.shape),
  body: changeBody,
  response: Effect,
  status: 200,
  errors: changeErrors,
});

export const resetConfig = endpoint({
  id: 'settings.resetConfig',
  method: 'POST',
  path: '/configs/{name}/reset',
  summary: 'Give a configuration its defaults, or remove a target that has a name',
  permission: configRight,
  params: ConfigParams,
  query: TargetQuery.extend(RevisionQuery.shape),
  response: Effect,
  status: 200,
  errors: changeErrors,
});
