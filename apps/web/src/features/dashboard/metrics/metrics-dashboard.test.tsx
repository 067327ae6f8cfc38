import type { Widget, WidgetDetails } from '@stowage/contract/dashboard/widgets';
import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import type { TimeChartProps } from '#web/ui/chart/time-chart.tsx';
import { DashboardPage, MetricsPage } from '../dashboard-page.tsx';
import { anInfo } from '../testing/parts.ts';
import { ROWS } from './widget-layout.ts';

const spans = vi.hoisted((): ((start: number, end: number) => void)[] => []);
vi.mock('#web/ui/chart/time-chart.tsx', () => ({
  TimeChart: ({ label, series, format, onSpan, times }: TimeChartProps) => {
    if (onSpan) spans.push(onSpan);
    const last = series.map((one) => `${one.label} ${format(one.values.at(-1) ?? 0)}`);
    return <figure aria-label={label}>{`${times.length}: ${last.join(', ')}`}</figure>;
  },
}));
afterEach(() => {
  spans.length = 0;
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

type Kind = Pick<Widget, 'title' | 'type' | 'unit'>;
const kind = (title: string, unit: Widget['unit'], type: Widget['type'] = 'graph'): Kind => ({
  ...{ title, type, unit },
});
const KINDS: Readonly<Record<number, Kind>> = {
  1: kind('Uptime', 'seconds', 'stat'),
  8: kind('Node File Descriptors', 'count'),
  9: kind('Total Online Disks', 'count', 'stat'),
  11: kind('Node Syscalls', 'perSecond'),
  17: kind('Internode Data Transfer', 'bytesPerSecond'),
  44: kind('Number of Objects', 'count', 'stat'),
  50: kind('Current Usable Capacity', 'bytes', 'gauge'),
  52: kind('Object size distribution', 'count', 'bargauge'),
  53: kind('Total Online Servers', 'count', 'stat'),
  60: kind('S3 API Request Rate', 'perSecond'),
  61: kind('Total Open FDs', 'count', 'stat'),
  62: kind('Total Goroutines', 'count', 'stat'),
  63: kind('S3 API Data Received Rate ', 'bytesPerSecond'),
  64: kind('Total S3 Traffic Outbound', 'bytes', 'stat'),
  65: kind('Total S3 Traffic Inbound', 'bytes', 'stat'),
  66: kind('Number of Buckets', 'count', 'stat'),
  68: kind('Data Usage Growth', 'bytes'),
  69: kind('Total Offline Servers', 'count', 'stat'),
  70: kind('S3 API Data Sent Rate ', 'bytesPerSecond'),
  71: kind('S3 API Request Error Rate', 'perSecond'),
  73: kind('Node IO', 'bytesPerSecond'),
  74: kind('Drive Used Capacity', 'bytes'),
  76: kind('Node Memory Usage', 'bytes'),
  77: kind('Node CPU Usage', 'cores'),
  78: kind('Total Offline Disks', 'count', 'stat'),
  80: kind('Time Since Last Heal Activity', 'nanoseconds', 'stat'),
  81: kind('Time Since Last Scan Activity', 'nanoseconds', 'stat'),
  82: kind('Drives Free Inodes', 'count'),
};
const widgets: Widget[] = Object.entries(KINDS).map(([id, parts]) => ({
  id: Number(id),
  ...parts,
}));
const CLASSES = [
  'LESS_THAN_1024_B',
  'BETWEEN_1024B_AND_1_MB',
  'BETWEEN_1_MB_AND_10_MB',
  'BETWEEN_10_MB_AND_64_MB',
  'BETWEEN_64_MB_AND_128_MB',
  'BETWEEN_128_MB_AND_512_MB',
  'GREATER_THAN_512_MB',
];

/** A widget whose value is its id, or an hour in nanoseconds. */
function details(id: number): WidgetDetails {
  const widget = widgets.find((one) => one.id === id);
  if (!widget) return fail('NotFound');
  const value = widget.unit === 'nanoseconds' ? 3.6e12 : id;
  const labels = id === 52 ? CLASSES.map((range) => ({ range })) : [{ server: 'n1' }];
  const values: [number, string][] = [
    [100, String(value)],
    [160, String(value)],
  ];
  const legendFormat = id === 52 ? '{{range}}' : '{{server}}';
  const result = labels.map((metric) => ({ metric, values }));
  return { ...widget, targets: [{ legendFormat, resultType: 'matrix', result }] };
}

async function open(route = '/dashboard', handlers: Handlers = {}, page = <DashboardPage />) {
  const server = fakeServer({
    'dashboard.info': () => anInfo({ widgets }),
    'dashboard.attention': () => ({ findings: [], checked: [], unchecked: [] }),
    'dashboard.source': () => ({ kind: 'sampler', state: 'ok', resolutions: [] }),
    'dashboard.widget': ({ params }) => details(params.id),
    ...handlers,
  });
  const shown = await renderScreen(page, { route });
  await screen.findByRole('tab', { name: 'Usage' });
  return { ...shown, server };
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const asked = (server: Awaited<ReturnType<typeof open>>['server']) =>
  server.calls('dashboard.widget').map(({ params }) => params.id);

describe('the metrics dashboard', () => {
  it('has its filters, tabs and the widgets of Usage [DASH-02] [DASH-04] [DASH-05] [DASH-06] [DASH-08] [DASH-16] [DASH-17] [DASH-18] [DASH-19] [DASH-20] [DASH-22] [DASH-27] [DASH-28] [DASH-29]', async () => {
    const { server } = await open();
    expect(screen.getByLabelText('Start Time')).toBeDefined();
    expect(screen.getByLabelText('End Time')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sync' })).toBeDefined();
    const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(tabs).toEqual(['Usage', 'Traffic', 'Resources', 'Capacity', 'Status']);
    await screen.findByRole('figure', { name: 'S3 API Data Sent Rate' });
    expect(card('Uptime').getByText('1 second')).toBeDefined();
    expect(card('Current Usable Capacity').getByText('50 B')).toBeDefined();
    expect(card('Number of Buckets').getByText('66')).toBeDefined();
    expect(card('Number of Objects').getByText('44')).toBeDefined();
    expect(card('Time Since Last Heal Activity').getByText('1 hour')).toBeDefined();
    expect(card('Time Since Last Scan Activity').getByText('1 hour')).toBeDefined();
    const facts = (name: string) =>
      card(name)
        .getAllByRole('term')
        .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(facts('Servers')).toEqual(['Online 53', 'Offline 69']);
    expect(facts('Drives')).toEqual(['Online 9', 'Offline 78']);
    expect(facts('Network')).toEqual(['Upload 65 B', 'Download 64 B']);
    expect(facts('Object size distribution')).toEqual([
      ...['under 1 KiB 52', 'to 1 MiB 52', 'to 10 MiB 52', 'to 64 MiB 52'],
      ...['to 128 MiB 52', 'to 512 MiB 52', 'above 512 MiB 52'],
    ]);
    expect(await card('Data Usage Growth').findByText('2: n1 68 B')).toBeDefined();
    expect(await card('S3 API Data Received Rate').findByText('2: n1 63 B/s')).toBeDefined();
    expect(new Set(asked(server)).size).toBe(16);
  });

  it.each([
    ['traffic', ['S3 API Request Rate', 'Node IO'], '[DASH-21] [DASH-25]'],
    [
      'resources',
      [
        ...['Total Open FDs', 'Total Goroutines', 'Node CPU Usage', 'Node Memory Usage'],
        ...['Node Syscalls', 'Drives Free Inodes', 'Drive Used Capacity'],
      ],
      '[DASH-23] [DASH-24] [DASH-25] [DASH-26]',
    ],
  ] as const)('has the widgets of %s: %j %s', async (tab, names, _ids) => {
    const { server } = await open(`/dashboard?tab=${tab}`);
    for (const name of names) await screen.findByRole('region', { name });
    await waitFor(() => expect(new Set(asked(server))).toEqual(new Set(ROWS[tab].flat())));
  });

  it('asks for minutes as the step, and the range of its address [DASH-10] [DASH-12] [DASH-13]', async () => {
    const { server, history, user } = await open('/dashboard?start=1000&end=8200');
    await screen.findByRole('figure', { name: 'S3 API Data Sent Rate' });
    const of = (id: number) =>
      server.calls('dashboard.widget').filter(({ params }) => params.id === id);
    expect(of(66)[0]?.query).toEqual({ start: 1000, end: 8200, step: 120 });
    expect(of(66)[0]?.url.pathname).toBe('/api/v1/admin/info/widgets/66');
    expect(of(63)[0]?.query).toEqual({ start: 1000, end: 8200, points: 240 });
    await user.selectOptions(screen.getByLabelText('Time range'), 'Last 7 days');
    expect(history.location.search).toBe('?range=7d');
    await waitFor(() => expect(of(66)[1]?.query.step).toBe(10_080));
  });

  it('takes a free choice of time, and refuses an end before its start', async () => {
    const { history, user } = await open();
    const set = (name: string, value: string) =>
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
    set('Start Time', '2026-11-22T10:00:00');
    set('End Time', '2026-11-22T09:00:00');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByText('The end must be after the start.')).toBeDefined();
    expect(history.location.search).toBe('');
    set('End Time', '2026-11-22T11:00:00');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const start = Date.parse('2026-11-22T10:00:00') / 1000;
    expect(history.location.search).toBe(`?start=${start}&end=${start + 3600}`);
  });

  it('shows the span that was dragged over in all charts of a tab', async () => {
    const { server, history } = await open('/dashboard?tab=traffic');
    await screen.findByRole('figure', { name: 'Node IO' });
    act(() => spans[0]?.(2000, 3000));
    expect(history.location.search).toBe('?tab=traffic&start=2000&end=3000');
    await waitFor(() => {
      const zoomed = server.calls('dashboard.widget').filter(({ query }) => query.start === 2000);
      expect(zoomed.map(({ params }) => params.id)).toEqual(ROWS.traffic.flat());
    });
  });

  it('loads the widgets again on Sync, and says when they are lost [DASH-09] [DASH-15]', async () => {
    const { server, user } = await open();
    await screen.findByRole('figure', { name: 'S3 API Data Sent Rate' });
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    await waitFor(() => expect(asked(server)).toHaveLength(32));
    server.use({ 'dashboard.info': () => anInfo() });
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    await screen.findByText(
      'Widget information could not be retrieved at this time. Please try again',
    );
    server.use({ 'dashboard.info': () => anInfo({ widgets }) });
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    await screen.findByRole('region', { name: 'Uptime' });
  });

  it('shows the error of a widget in its place, and the others [DASH-14]', async () => {
    await open('/dashboard?tab=traffic', {
      'dashboard.widget': ({ params }) =>
        params.id === 60 ? fail('MetricsUnavailable') : details(params.id),
    });
    await screen.findByRole('figure', { name: 'Node IO' });
    const failed = card('S3 API Request Rate');
    expect((await failed.findByRole('alert')).textContent).not.toBe('');
    expect(failed.queryByRole('status')).toBeNull();
  });

  it('enlarges a chart into a dialog [DASH-07]', async () => {
    const { user } = await open('/dashboard?tab=traffic');
    await screen.findByRole('figure', { name: 'Node IO' });
    await user.click(screen.getByRole('button', { name: 'Enlarge Node IO' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Node IO' }));
    expect(await dialog.findByRole('figure', { name: 'Node IO' })).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('reads new values by itself, and none while nobody looks', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = await open('/dashboard?tab=traffic');
    await screen.findByRole('figure', { name: 'Node IO' });
    const seen = () => asked(server).filter((id) => id === 73).length;
    focusManager.setFocused(false);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(seen()).toBe(1);
    focusManager.setFocused(true);
    await act(() => vi.advanceTimersByTimeAsync(16_000));
    expect(seen()).toBeGreaterThan(1);
  });

  it('says on the first start when values come, and looks for them soon', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let hasValues = false;
    const none = (id: number) => ({ ...details(id), targets: [] });
    // Long enough for a machine that renders slowly.
    const since = new Date(Date.now() + 600_000).toISOString();
    await open('/dashboard?tab=traffic', {
      'dashboard.source': () => ({ kind: 'sampler', state: 'ok', since, resolutions: [] }),
      'dashboard.widget': ({ params }) => (hasValues ? details(params.id) : none(params.id)),
    });
    await card('Node IO').findByText(/^The first values appear at about \d\d:\d\d:\d\d\.$/);
    hasValues = true;
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(await screen.findByRole('figure', { name: 'Node IO' })).toBeDefined();
  });

  it('says why values may be missing', async () => {
    await open('/dashboard', {
      'dashboard.source': () => ({
        ...{ kind: 'prometheus', state: 'failing', problem: 'unreachable', resolutions: [] },
      }),
    });
    expect(await screen.findByText(/could not be read.*cannot be reached/)).toBeDefined();
  });

  it('has servers and drives in Status', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Status' }));
    expect(await screen.findByRole('region', { name: 'General Status' })).toBeDefined();
  });
});

describe('the page Metrics', () => {
  it('shows the metrics alone, and says when there are none [DASH-15]', async () => {
    const { server, user } = await open('/metrics', {}, <MetricsPage />);
    await screen.findByRole('region', { name: 'Uptime' });
    expect(server.calls('dashboard.attention')).toHaveLength(0);
    server.use({ 'dashboard.info': () => anInfo() });
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be retrieved');
  });
});
