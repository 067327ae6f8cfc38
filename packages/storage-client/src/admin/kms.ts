import type { AdminTransport } from './admin-transport.ts';
import type { KmsOperations } from './types.ts';

export function kmsOperations(transport: AdminTransport): KmsOperations {
  return {
    async kmsStatus(call = {}) {
      const json = await transport.readJson({
        method: 'GET',
        api: 'kms/v1',
        path: 'status',
        ...call,
      });
      return { defaultKey: json.text('default-key-id') };
    },

    async listKmsKeys(call = {}) {
      const keys = await transport.readJsonList({
        method: 'GET',
        api: 'kms/v1',
        path: 'key/list',
        // Prefix of the names; required by the server.
        query: { pattern: '' },
        ...call,
      });
      return keys.map((key) => key.text('name')).filter((name) => name !== '');
    },
  };
}
