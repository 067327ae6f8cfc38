import type { NotificationEndpoint } from '@stowage/contract/notification-endpoints';
import type { AdminClient, NotificationTarget } from '@stowage/storage-client/admin';
import { unlessDenied } from '../../upstream/unless-denied.ts';
import { type ConfiguredTarget, configuredTargets } from './configured-targets.ts';

type Reader = Pick<AdminClient, 'serverInfo' | 'exportConfig'>;

/** Lists the targets that the server uses, and those it will use after a restart. */
export async function listEndpoints(
  admin: Reader,
  signal: AbortSignal,
): Promise<NotificationEndpoint[]> {
  const [info, text] = await Promise.all([
    admin.serverInfo({ signal }),
    unlessDenied(admin.exportConfig({ signal })),
  ]);
  const running = info.notificationTargets;
  if (text === undefined) return running.map(asRunning);
  const configured = configuredTargets(text);
  const known = configured.map((target) => present(target, running));
  const removed = running
    .filter((one) => !configured.some((target) => isSame(target, one)))
    .map((one) => ({ ...asRunning(one), at_restart: 'removed' as const }));
  return [...known, ...removed].sort(byName);
}

function isSame({ kind, name }: ConfiguredTarget, { service, id }: NotificationTarget): boolean {
  return kind.service === service && name === id;
}

function asRunning({ service, id, online }: NotificationTarget): NotificationEndpoint {
  const status = online ? 'online' : 'offline';
  return { service, account_id: id, status, from_environment: false };
}

function present(
  target: ConfiguredTarget,
  running: readonly NotificationTarget[],
): NotificationEndpoint {
  const { kind, name, enabled, fromEnvironment } = target;
  const found = running.find((one) => isSame(target, one));
  if (found !== undefined) {
    const coming = enabled ? {} : { at_restart: 'disabled' as const };
    return { ...asRunning(found), from_environment: fromEnvironment, ...coming };
  }
  return {
    service: kind.service,
    account_id: name,
    status: enabled ? 'pending' : 'disabled',
    ...(enabled && { at_restart: 'added' as const }),
    from_environment: fromEnvironment,
  };
}

function byName(left: NotificationEndpoint, right: NotificationEndpoint): number {
  const [a, b] = [left, right].map(({ service, account_id: name }) => `${service}:${name}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
