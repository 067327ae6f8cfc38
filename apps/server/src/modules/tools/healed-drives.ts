import type { BackgroundHeal, ServerInfo } from '@stowage/storage-client/admin';

type Healing = Pick<BackgroundHeal, 'drives' | 'offlineNodes'>;

/**
 * The drives of all servers. An unreachable server does not report healing, and MinIO's healing
 * state then omits its drives: they are taken from what the other servers know.
 */
export function withServersAway(
  healing: Healing,
  servers: ServerInfo['servers'],
): { readonly drives: Healing['drives']; readonly offlineServers: readonly string[] } {
  const away = servers.filter(({ state }) => state === 'offline');
  const known = new Set(healing.drives.map(({ endpoint }) => endpoint));
  const missing = away
    .flatMap(({ drives }) => drives)
    .filter(({ endpoint }) => endpoint !== '' && !known.has(endpoint))
    .map((drive) => ({ ...drive, state: 'offline', reason: '' }));
  const names = new Set([...healing.offlineNodes, ...away.map(({ endpoint }) => endpoint)]);
  return { drives: [...healing.drives, ...missing], offlineServers: [...names].sort() };
}
