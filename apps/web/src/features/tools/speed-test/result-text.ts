import type { SpeedResult } from '@stowage/contract/tools/speed-test';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import type { speedTestText } from './en.ts';

type Text = Translate<(typeof speedTestText)['english']>;

/** Returns the entry with the smallest value. */
function least<T>(entries: readonly T[], value: (entry: T) => number): T | undefined {
  return entries.reduce<T | undefined>(
    (best, entry) => (best === undefined || value(entry) < value(best) ? entry : best),
    undefined,
  );
}

function drivesText(t: Text, drives: NonNullable<SpeedResult['drives']>): string {
  const measured = drives.filter(({ error }) => error === '');
  // Servers usually have their drives at the same paths.
  const several = new Set(drives.map(({ endpoint }) => endpoint)).size > 1;
  const nameOf = ({ endpoint, path }: (typeof drives)[number]) =>
    isolatedText(several ? `${endpoint}${path}` : path);
  const failed = drives.filter(({ error }) => error !== '').map(nameOf);
  const slowest = least(measured, ({ read, write }) => Math.min(read, write));
  const texts = [
    slowest &&
      t('results.drives', {
        read: formatSize(slowest.read),
        write: formatSize(slowest.write),
        path: nameOf(slowest),
        bestRead: formatSize(Math.max(...measured.map(({ read }) => read))),
        bestWrite: formatSize(Math.max(...measured.map(({ write }) => write))),
      }),
    failed.length > 0 && t('results.notMeasured', { names: failed.join(', ') }),
  ];
  return texts.filter(Boolean).join(' ');
}

function networkText(t: Text, servers: NonNullable<SpeedResult['network']>): string {
  const isMeasured = ({ error, sent, received }: (typeof servers)[number]) =>
    error === '' && sent + received > 0;
  const slowest = least(servers.filter(isMeasured), ({ sent, received }) =>
    Math.min(sent, received),
  );
  const failed = servers
    .filter((server) => !isMeasured(server))
    .map(({ endpoint }) => isolatedText(endpoint));
  const texts = [
    slowest &&
      t('results.network', {
        sent: formatSize(slowest.sent),
        received: formatSize(slowest.received),
        endpoint: isolatedText(slowest.endpoint),
      }),
    failed.length > 0 && t('results.notMeasured', { names: failed.join(', ') }),
  ];
  return texts.filter(Boolean).join(' ');
}

/** Describes a result in a sentence. */
export function resultText(t: Text, { drives, network, objects }: SpeedResult): string {
  if (drives && drives.length > 0) return drivesText(t, drives);
  if (network && network.length > 0) return networkText(t, network);
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
