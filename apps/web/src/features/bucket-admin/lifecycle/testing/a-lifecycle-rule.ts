import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';

/** A rule that deletes logs after 30 days. */
export function aLifecycleRule(parts: Partial<LifecycleRule> = {}): LifecycleRule {
  return {
    id: 'clean-logs',
    prefix: 'logs/',
    status: 'Enabled',
    tags: [{ key: 'keep', value: 'no' }],
    expiration: { days: 30 },
    transition: {},
    revision: 'r1',
    ...parts,
  };
}
