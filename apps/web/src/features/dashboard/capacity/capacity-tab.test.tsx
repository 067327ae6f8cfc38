import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import type { TimeChartProps } from '#web/ui/chart/time-chart.tsx';
import { DashboardPage } from '../dashboard-page.tsx';
import { anInfo } from '../testing/parts.ts';

vi.mock('#web/ui/chart/time-chart.tsx', () => ({
  TimeChart: ({ label, series, times, stacked }: TimeChartProps) => (
    <figure aria-label={label} data-stacked={stacked}>
      {`${times.length}: ${series.map((one) => one.label).join(', ')}`}
    </figure>
  ),
}));

const GiB = 1024 ** 3;
const DAY = 86_400;
const now = Date.parse('2026-11-22T12:00:00Z') / 1000;
const history: [number, number][] = [
  [now - 2 * DAY, 400 * GiB],
  [now, 500 * GiB],
];
const forecast = {
  ...{ capacity: 1000 * GiB, used: 500 * GiB, history },
  growth: { perDay: 10 * GiB, low: 5 * GiB, high: 15 * GiB },
  line: [
    { at: now, used: 500 * GiB, low: 500 * GiB, high: 500 * GiB },
    { at: now + 50 * DAY, used: 1000 * GiB, low: 750 * GiB, high: 1000 * GiB },
  ],
  ...{ fullAt: now + 50 * DAY, earliest: now + 33 * DAY, latest: now + 100 * DAY },
};
const bucket = (name: string, growth: number, times: number) => ({
  ...{ bucket: name, size: 20 * GiB, objects: 1234, growth },
  values: Array.from({ length: times }, (_, at): [number, number] => [now + at, at * GiB]),
});
const growths = {
  ...{ start: now - DAY, end: now, total: 5000 },
  buckets: [bucket('backups', 3 * GiB, 3), bucket('new', 0, 1), bucket('logs', -2 * GiB, 3)],
};
const sizes = [
  { range: 'LESS_THAN_1024_B', from: 0, below: 1024, objects: 7 },
  { range: 'GREATER_THAN_512_MB', from: 512 * 1024 ** 2, objects: 2 },
];
const versions = [
  { range: 'UNVERSIONED', from: 0, below: 1, objects: 1 },
  { range: 'SINGLE_VERSION', from: 1, below: 2, objects: 5 },
  { range: 'BETWEEN_2_AND_10', from: 2, below: 10, objects: 3 },
  { range: 'GREATER_THAN_10000', from: 10_000, objects: 0 },
];

async function open(handlers: Handlers = {}, search = '') {
  const server = fakeServer({
    'dashboard.info': () => anInfo({ widgets: [] }),
    'dashboard.attention': () => ({ findings: [], checked: [], unchecked: [] }),
    'dashboard.source': () => ({ kind: 'sampler', state: 'ok', resolutions: [] }),
    'dashboard.forecast': () => forecast,
    'dashboard.bucketGrowth': () => growths,
    'dashboard.histograms': () => ({ sizes, versions }),
    'buckets.list': () => ({ buckets: [], total: 0 }),
    ...handlers,
  });
  const shown = await renderScreen(<DashboardPage />, {
    route: `/dashboard?tab=capacity${search}`,
  });
  await screen.findByRole('region', { name: 'Capacity forecast' });
  return { ...shown, server };
}

const card = (name: string) => within(screen.getByRole('region', { name }));

describe('the capacity of the storage', () => {
  it('is forecast to the day on which the space ends, with what it rests on', async () => {
    const { user, server, history: past } = await open();
    const { findByText, getByText } = card('Capacity forecast');
    await findByText('Space runs out around 11 Jan 2027.');
    getByText(/between 25 Dec 2026 and 2 Mar 2027/);
    getByText('500 GiB of 1000 GiB');
    getByText('+10 GiB per day');
    getByText('95 %: +5.0 GiB per day to +15 GiB per day');
    expect(await screen.findByRole('figure', { name: 'Capacity forecast' })).toHaveTextContent(
      '3: Used, Usable capacity, Expected, At most, At least',
    );
    await user.selectOptions(screen.getByLabelText('Forecast based on'), 'Last 12 weeks');
    expect(past.location.search).toContain('weeks=12');
    await waitFor(() =>
      expect(server.calls('dashboard.forecast').at(-1)?.query).toEqual({ weeks: 12 }),
    );
  });

  it('says that two days of metrics are needed, and how many there are', async () => {
    const { growth: _growth, fullAt: _at, earliest: _from, latest: _to, ...rest } = forecast;
    const short: [number, number][] = [
      [now - 7200, 1],
      [now, 2],
    ];
    await open({ 'dashboard.forecast': () => ({ ...rest, line: [], history: short }) });
    const { findByText, getByText } = card('Capacity forecast');
    await findByText('Too early for a forecast.');
    getByText('A forecast needs two days of metrics. So far there are 2 hours.');
  });

  it('lists buckets by growth, each with the way to it', async () => {
    const { server, user } = await open();
    const list = await screen.findByRole('table', { name: 'Buckets by growth' });
    const rows = within(list).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'backups+3.0 GiB20 GiB1,234',
      'new—20 GiB1,234',
      'logs−2.0 GiB20 GiB1,234',
    ]);
    expect(within(list).getByRole('link', { name: 'backups' })).toHaveAttribute(
      'href',
      '/buckets/backups/admin/summary',
    );
    screen.getByText('The 3 of 5,000 buckets that grew most.');
    const drawn = await screen.findByRole('figure', { name: 'Usage by bucket' });
    expect(drawn).toHaveTextContent('3: backups, new, logs');
    expect(drawn).toHaveAttribute('data-stacked', 'true');
    await user.selectOptions(screen.getByLabelText('Growth over'), 'Last 7 days');
    await user.selectOptions(screen.getByLabelText('Buckets listed'), 'Top 25');
    await waitFor(() => {
      const { query } = server.calls('dashboard.bucketGrowth').at(-1) ?? {};
      expect(query).toMatchObject({ limit: 25 });
      expect(Number(query?.end) - Number(query?.start)).toBe(7 * DAY);
    });
  });

  it('counts objects by size and by versions, of a bucket that the address names', async () => {
    const { server } = await open({}, '&bucket=backups');
    const counts = async (name: string) => {
      await card(name).findAllByRole('term');
      return card(name)
        .getAllByRole('term')
        .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    };
    expect(await counts('Objects by size')).toEqual(['under 1 KiB 7', 'above 512 MiB 2']);
    expect(await counts('Objects by number of versions')).toEqual([
      ...['unversioned 1', '1 5', '2 to 9 3', '10,000 or more 0'],
    ]);
    expect(server.calls('dashboard.histograms')[0]?.query).toEqual({ bucket: 'backups' });
  });

  it('says what is missing: no bucket, no count of versions, no right', async () => {
    await open({
      'dashboard.bucketGrowth': () => ({ start: 0, end: 1, total: 0, buckets: [] }),
      'dashboard.histograms': () => ({ sizes, versions: [] }),
      'dashboard.forecast': () => fail('MetricsUnavailable'),
    });
    await card('Usage by bucket').findByText('No bucket has been counted yet.');
    await card('Objects by number of versions').findByText(
      'The storage server does not count this.',
    );
    await card('Capacity forecast').findByText('The forecast could not be loaded');
  });
});
