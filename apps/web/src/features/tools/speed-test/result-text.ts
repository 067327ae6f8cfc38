import type { SpeedResult } from '@stowage/contract/tools/speed-test';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import type { speedTestText } from './en.ts';

type Text = Translate<(typeof speedTestText)['english']>;

/** The entry with the smallest value. */
function least<T>(entries: readonly T[], value: (entry: T) => number): T | undefined {
  return entries.reduce<T | undefined>(
    (best, entry) => (best === undefined || value(entry) < value(best) ? entry : best),
    undefined,
  );
}

function drivesText(t: Text, drives: NonNullable<SpeedResult['drives']>): string {
  const measured = drives.filter(({ error }) => error === '');
  const failed = drives.filter(({ error }) => error !== '').map(({ path }) => isolatedText(path));
  const slowest = least(measured, ({ read, write }) => Math.min(read, write));
  const texts = [
    slowest &&
      t('results.drives', {
        read: formatSize(slowest.read),
        write: formatSize(slowest.write),
        path: isolatedText(slowest.path),
        bestRead: formatSize(Math.max(...measured.map(({ read }) => read))),
        bestWrite: formatSize(Math.max(...measured.map(({ write }) => write))),
      }),
    failed.length > 0 && t('results.drivesFailed', { paths: failed.join(', ') }),
  ];
  return texts.filter(Boolean).join(' ');
}

/** A result in a sentence. */
export function resultText(t: Text, { drives, network, objects }: SpeedResult): string {
  if (drives && drives.length > 0) return drivesText(t, drives);
  const slowest = network && least(network, ({ sent, received }) => Math.min(sent, received));
  if (slowest) {
    const { sent, received, endpoint } = slowest;
    return t('results.network', {
      sent: formatSize(sent),
      received: formatSize(received),
      endpoint: isolatedText(endpoint),
    });
  }
  if (!objects) return t('results.nothing');
  const { put, get } = objects;
  return t('results.objects', {
    put: formatSize(put.throughput),
    puts: formatCount(put.objectsPerSecond),
    putTime: formatCount(Math.round(put.p99)),
    get: formatSize(get.throughput),
    gets: formatCount(get.objectsPerSecond),
    getTime: formatCount(Math.round(get.p99)),
  });
}
