import { ROUTES } from '@stowage/contract/pages';
import { describe, expect, it } from 'vitest';
import { matchPage } from '#web/lib/router/page-path.ts';
import { SCREENS } from './screens.ts';

/** Addresses of pages that require a session. */
const tools = ['watch', 'heal', 'trace', 'diagnostics', 'logs', 'audit-logs'];
const identity = ['/users', '/users/an%20a', '/groups', '/groups/g', '/policies', '/policies/p'];
const targets = ['/notification-endpoints', '/notification-endpoints/add'];
const tiers = ['/tiers', '/tiers/add', '/tiers/add/s3'];
const ADDRESSES: readonly (readonly [requirement: string, addresses: readonly string[]])[] = [
  [
    '[SHELL-09]',
    ['/dashboard', '/metrics', '/buckets', '/buckets/b/browse/a/c', '/buckets/b/admin/summary'],
  ],
  ['[SHELL-10]', ['/tools', ...tools.map((name) => `/tools/${name}`)]],
  ['[SHELL-11]', [...identity, '/account']],
  [
    '[SHELL-12]',
    ['/settings', '/settings/region', ...targets, `${targets[1]}/notify_nsq`, ...tiers],
  ],
];

describe('the screens', () => {
  it.each(Object.entries(SCREENS))('hold %s, which can be loaded', async (_, screen) => {
    const component = await screen.load();
    expect(component).toBeTypeOf('function');
    expect(screen.loaded()).toBe(component);
  });

  it.each(ADDRESSES)('stand at the addresses of the documents %s', (_, addresses) => {
    for (const address of addresses) {
      const name = matchPage(address)?.name;
      expect(Object.keys(SCREENS), address).toContain(name);
      expect(name && ROUTES[name], address).not.toHaveProperty('public');
    }
  });
});
