import type { BackgroundHeal, ServerInfo } from '@stowage/storage-client/admin';

type Healing = Pick<BackgroundHeal, 'drives' | 'offlineNodes'>;

/**
 * The drives of all servers. A server that is away says nothing of healing, and MinIO's state of healing then
 * leaves out its drives: they are taken from what the others know of it.
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
