import type { ConfigHistoryEntry } from '@stowage/contract/settings/transfer';
import type { AdminClient, ConfigHistoryEntry as StoredEntry } from '@stowage/storage-client/admin';
import { type ConfigLine, parseConfigText } from '@stowage/storage-client/config-text';
import { ConsoleError } from '../../console-error.ts';
import { currentValue } from './present-config.ts';
import { refusedKey } from './refused-key.ts';
import { hidePassword, isSecret } from './secrets.ts';

type HistoryReader = Pick<AdminClient, 'listConfigHistory' | 'exportConfig'>;
type Restorer = Pick<AdminClient, 'listConfigHistory' | 'setConfig' | 'restoreConfig'>;

/** As many as servers keep. */
const MAX_ENTRIES = 1000;

/** Returns the latest changes, newest first, compared with the current settings. */
export async function readHistory(
  admin: HistoryReader,
  limit: number,
  signal: AbortSignal,
): Promise<ConfigHistoryEntry[]> {
  const [entries, text] = await Promise.all([
    admin.listConfigHistory({ count: limit, signal }),
    admin.exportConfig({ signal }),
  ]);
  const current = parseConfigText(text);
  return newestFirst(entries)
    .slice(0, limit)
    .map((entry) => presentEntry(entry, current));
}

/**
 * Restores the settings of an earlier change. For a single line the server reports whether it has
 * taken effect; several take effect after a restart.
 * @throws ConsoleError NotFound
 */
export async function restoreEntry(
  admin: Restorer,
  id: string,
  signal: AbortSignal,
): Promise<{ restart: boolean }> {
  const entries = await admin.listConfigHistory({ count: MAX_ENTRIES, signal });
  const entry = entries.find(({ restoreId }) => restoreId === id);
  if (entry === undefined) {
    throw new ConsoleError('NotFound', { field: 'id', detail: 'This change is no longer kept.' });
  }
  const lines = parseConfigText(entry.text);
  if (lines.length === 1) {
    const { applied } = await refusedKey([], admin.setConfig({ text: entry.text }));
    return { restart: !applied };
  }
  await refusedKey([], admin.restoreConfig({ restoreId: id }));
  return { restart: true };
}

function newestFirst(entries: readonly StoredEntry[]): StoredEntry[] {
  const timeOf = ({ createdAt }: StoredEntry) => createdAt ?? '';
  return [...entries].sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
}

function presentEntry(
  { restoreId, createdAt, text }: StoredEntry,
  current: readonly ConfigLine[],
): ConfigHistoryEntry {
  return {
    id: restoreId,
    ...(createdAt !== undefined && { time: createdAt }),
    targets: parseConfigText(text)
      .filter(({ commented }) => !commented)
      .map((line) => {
        const now = current.find(
          ({ subsystem, target }) => subsystem === line.subsystem && target === line.target,
        );
        return {
          name: line.subsystem,
          target: line.target,
          values: Object.entries(line.values).map(([key, value]) => presentValue(key, value, now)),
        };
      }),
  };
}

function presentValue(key: string, value: string, now: ConfigLine | undefined) {
  const secret = isSecret({ key });
  const stored = currentValue(now && { ...now, overrides: {} }, { key });
  const show = (text: string) => (secret ? '' : hidePassword(key, text));
  return { key, value: show(value), current: show(stored), differs: value !== stored, secret };
}
