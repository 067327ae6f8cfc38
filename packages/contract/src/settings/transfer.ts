import { Revision, RevisionQuery } from '../bucket-admin/shared.ts';
import { endpoint } from '../endpoint.ts';
import { z } from '../zod.ts';
import { configRight, readErrors } from './configs.ts';

/** A value before and after; both empty for a secret. */
const ValueChange = z.object({
  key: z.string(),
  from: z.string(),
  to: z.string(),
  secret: z.boolean(),
});
export type ValueChange = z.infer<typeof ValueChange>;

/** A target of a configuration with differences. */
export const ConfigDifference = z.object({
  name: z.string(),
  /** '_' is the default one. */
  target: z.string(),
  /** unknown: the server does not have this configuration. */
  change: z.enum(['added', 'changed', 'removed', 'unknown']),
  values: z.array(ValueChange),
});
export type ConfigDifference = z.infer<typeof ConfigDifference>;

/** Maximum size of a configuration in bytes, the same as MinIO's. */
export const MAX_CONFIG_BYTES = 256 * 1024;

const Text = z
  .string()
  .regex(/\S/, 'must not be blank')
  .refine(
    (text) => new TextEncoder().encode(text).length <= MAX_CONFIG_BYTES,
    `must have at most ${MAX_CONFIG_BYTES} bytes`,
  );

export const exportConfigs = endpoint({
  id: 'settings.exportConfigs',
  method: 'POST',
  path: '/configs/export',
  summary: 'The whole configuration as text, with its secrets only where they are asked for',
  permission: configRight,
  body: z.object({ secrets: z.boolean().default(false) }),
  response: z.object({ text: z.string() }),
  status: 200,
  errors: readErrors,
});

export const previewConfigImport = endpoint({
  id: 'settings.previewConfigImport',
  method: 'POST',
  path: '/configs/import-preview',
  summary: 'What an import of this configuration would change; nothing is changed',
  permission: configRight,
  body: z.object({ text: Text }),
  response: z.object({
    differences: z.array(ConfigDifference),
    /** The revision of the configuration that was compared; an import may carry it. */
    revision: Revision,
  }),
  status: 200,
  errors: readErrors,
});

export const importConfigs = endpoint({
  id: 'settings.importConfigs',
  method: 'POST',
  path: '/configs/import',
  summary: 'Replace the whole configuration; secrets that the text leaves out stay',
  permission: configRight,
  query: RevisionQuery,
  body: z.object({ text: Text }),
  response: z.object({ restart: z.boolean() }),
  status: 200,
  errors: [...readErrors, 'ChangedMeanwhile'],
});

/** The settings at one point in time. */
export const ConfigHistoryEntry = z.object({
  id: z.string(),
  time: z.iso.datetime().optional(),
  targets: z.array(
    z.object({
      name: z.string(),
      target: z.string(),
      /** The values at that time, and the current ones. */
      values: z.array(
        z.object({
          key: z.string(),
          value: z.string(),
          current: z.string(),
          /** Whether a restore would change the value. */
          differs: z.boolean(),
          secret: z.boolean(),
        }),
      ),
    }),
  ),
});
export type ConfigHistoryEntry = z.infer<typeof ConfigHistoryEntry>;

export const listConfigHistory = endpoint({
  id: 'settings.listConfigHistory',
  method: 'GET',
  path: '/config-history',
  summary: 'The latest changes of the configuration, newest first, without secrets',
  permission: configRight,
  query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  response: z.object({ changes: z.array(ConfigHistoryEntry) }),
  status: 200,
  errors: readErrors,
});

export const restoreConfig = endpoint({
  id: 'settings.restoreConfig',
  method: 'POST',
  path: '/config-history/{id}/restore',
  summary: 'Set again what an earlier change has set',
  permission: configRight,
  params: z.object({ id: z.string().min(1).max(200) }),
  response: z.object({ restart: z.boolean() }),
  status: 200,
  errors: [...readErrors, 'ChangedMeanwhile'],
});
