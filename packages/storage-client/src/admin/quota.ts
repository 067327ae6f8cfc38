import type { AdminTransport } from './admin-transport.ts';
import type { QuotaOperations } from './types.ts';

export function quotaOperations(transport: AdminTransport): QuotaOperations {
  return {
    async getBucketQuota({ bucket, signal }) {
      const path = 'get-bucket-quota';
      const json = await transport.readJson({ method: 'GET', path, query: { bucket }, signal });
      return {
        size: json.number('size') || json.number('quota'),
        type: json.text('quotatype') === 'fifo' ? 'fifo' : 'hard',
      };
    },

    async setBucketQuota({ bucket, quota, signal }) {
      const body =
        quota.size === 0
          ? { quota: 0, size: 0 }
          : { quota: quota.size, size: quota.size, quotatype: quota.type };
      await transport.run({
        method: 'PUT',
        path: 'set-bucket-quota',
        query: { bucket },
        body: JSON.stringify(body),
        signal,
      });
    },
  };
}
