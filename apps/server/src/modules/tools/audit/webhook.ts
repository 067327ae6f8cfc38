import { API_PREFIX } from '@stowage/contract/endpoint';
import { receiveAuditRecords, type AuditReceiver as Shown } from '@stowage/contract/tools/audit';
import type { AdminClient } from '@stowage/storage-client/admin';
import { parseConfigText, printConfigText } from '@stowage/storage-client/config-text';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { hasCode } from '../../../upstream/has-code.ts';

const SUBSYSTEM = 'audit_webhook';
/** The name of the console's webhook among the storage server's targets. */
const TARGET = 'stowage';

/** Where the storage server sends its records, if the account may see that. */
export async function readWebhook(
  admin: Pick<AdminClient, 'getConfig'>,
  signal: AbortSignal,
): Promise<Pick<Shown, 'state' | 'address'>> {
  try {
    const lines = parseConfigText(await admin.getConfig({ key: SUBSYSTEM, signal }));
    const mine = lines.find(({ target }) => target === TARGET);
    const address = mine?.values.endpoint;
    const on = mine?.values.enable !== 'off' && address !== undefined;
    return on ? { state: 'on', address } : { state: 'off' };
  } catch (error) {
    // An account that may search may lack permission to read the configuration.
    const isDenied = hasCode(error, 'AccessDenied');
    if (isDenied) return { state: 'unknown' };
    throw error;
  }
}

/**
 * The path where a console mounted at `subpath`, which begins and ends with a slash, receives
 * records.
 */
export function recordsPath(subpath: string): string {
  return `${subpath.slice(0, -1)}${API_PREFIX}${receiveAuditRecords.path}`;
}

/** Makes the storage server send its records to the console at this URL, with this token. */
export async function setWebhook(
  admin: Pick<AdminClient, 'setConfig'>,
  { address, subpath, token }: { address: string; subpath: string; token: string },
): Promise<{ restart: boolean }> {
  const endpoint = `${new URL(address).origin}${recordsPath(subpath)}`;
  const values = {
    ...{ enable: 'on', endpoint, auth_token: token },
    // Large batches, and a queue for while the console is down.
    ...{ batch_size: '1000', queue_size: '100000' },
  };
  const text = printConfigText([{ subsystem: SUBSYSTEM, target: TARGET, values }], () => []);
  const { applied } = await admin.setConfig({ text });
  return { restart: !applied };
}

/** It is not an error if another user has removed it meanwhile. */
export async function removeWebhook(
  admin: Pick<AdminClient, 'getConfig' | 'resetConfig'>,
  signal: AbortSignal,
): Promise<{ restart: boolean }> {
  try {
    const { applied } = await admin.resetConfig({ text: `${SUBSYSTEM}:${TARGET}` });
    return { restart: !applied };
  } catch (error) {
    const isRefusal = error instanceof StorageRequestError && error.status < 500;
    if (!isRefusal || (await readWebhook(admin, signal)).state !== 'off') throw error;
    return { restart: false };
  }
}
