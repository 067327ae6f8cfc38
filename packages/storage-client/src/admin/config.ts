import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type { ConfigKeyHelp, ConfigOperations, SubsystemHelp } from './types-config.ts';

const APPLIED = 'x-minio-config-applied';

export function configOperations(transport: AdminTransport): ConfigOperations {
  const change = async (
    method: 'PUT' | 'DELETE',
    path: string,
    { text, signal }: { readonly text: string; readonly signal?: AbortSignal | undefined },
  ) => {
    const headers = await transport.readHeaders({
      method,
      path,
      body: text,
      encrypt: true,
      signal,
    });
    return { applied: headers[APPLIED] === 'true' };
  };
  const help = (subSys: string, signal: AbortSignal | undefined) =>
    transport.readJson({
      method: 'GET',
      path: 'help-config-kv',
      // The embedded store returns more details on request; MinIO ignores the parameter.
      query: { subSys, key: '', details: 'true' },
      signal,
    });
  return {
    async listSubsystems({ signal } = {}) {
      return (await help('', signal)).objects('keysHelp').map(readSubsystem);
    },

    async getSubsystemKeys({ subsystem, signal }) {
      return (await help(subsystem, signal))
        .objects('keysHelp')
        .map((key) => readKey(subsystem, key));
    },

    getConfig({ key, signal }) {
      const path = 'get-config-kv';
      return transport.readEncryptedText({ method: 'GET', path, query: { key }, signal });
    },

    setConfig(call) {
      return change('PUT', 'set-config-kv', call);
    },

    resetConfig(call) {
      return change('DELETE', 'del-config-kv', call);
    },

    exportConfig({ signal } = {}) {
      return transport.readEncryptedText({ method: 'GET', path: 'config', signal });
    },

    async listIdentityProviders({ type, signal }) {
      const path = `idp-config/${type}`;
      const entries = await transport.readEncryptedJsonList({ method: 'GET', path, signal });
      return entries.map((entry) => ({
        name: entry.text('name'),
        enabled: entry.flag('enabled'),
        roleArn: entry.text('roleARN') || undefined,
      }));
    },

    async importConfig({ text, signal }) {
      await transport.run({ method: 'PUT', path: 'config', body: text, encrypt: true, signal });
    },

    async listConfigHistory({ count, signal }) {
      const entries = await transport.readEncryptedJsonList({
        method: 'GET',
        path: 'list-config-history-kv',
        query: { count: String(count) },
        signal,
      });
      return entries.map((entry) => ({
        restoreId: entry.text('restoreId'),
        createdAt: entry.time('createTime'),
        text: entry.text('data'),
      }));
    },

    async clearConfigHistory({ restoreId, signal }) {
      const path = 'clear-config-history-kv';
      await transport.run({ method: 'DELETE', path, query: { restoreId }, signal });
    },

    async restoreConfig({ restoreId, signal }) {
      const path = 'restore-config-history-kv';
      await transport.run({ method: 'PUT', path, query: { restoreId }, signal });
    },
  };
}

function readSubsystem(json: JsonObject): SubsystemHelp {
  const unavailable = json.text('unavailable');
  const dynamic = json.raw('dynamic');
  return {
    name: json.text('key'),
    description: json.text('description'),
    multipleTargets: json.flag('multipleTargets'),
    ...(typeof dynamic === 'boolean' && { dynamic }),
    ...(unavailable !== '' && { unavailable }),
  };
}

/** Servers state the default in the description of the key. */
const DEFAULT = /\(default: '([^']*)'\)|, default is '([^']*)'/;

/** Corrections of MinIO's help, by subsystem and key: the actual defaults of unset keys. */
const REAL_DEFAULTS: ReadonlyMap<string, string> = new Map([['notify_amqp mandatory', 'off']]);

function readKey(subsystem: string, json: JsonObject): ConfigKeyHelp {
  const key = json.text('key');
  const description = json.text('description');
  const [, inBrackets, inSentence] = DEFAULT.exec(description) ?? [];
  const secret = json.raw('secret');
  return {
    key,
    type: json.text('type'),
    description: description.replace(DEFAULT, '').trim(),
    optional: json.flag('optional'),
    default: REAL_DEFAULTS.get(`${subsystem} ${key}`) ?? inBrackets ?? inSentence,
    ...(typeof secret === 'boolean' && { secret }),
  };
}
