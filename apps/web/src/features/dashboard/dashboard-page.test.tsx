import type { Finding } from '@stowage/contract/dashboard/attention';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { aDrive, anInfo, aServer } from './testing/parts.ts';

const attention = (findings: Finding[] = [], parts = {}) => ({
  findings,
  checked: [{ check: 'drives' as const, found: findings.length }],
  unchecked: [],
  ...parts,
});

async function open(handlers: Handlers = {}, session = aSession()) {
  const server = fakeServer({
    'dashboard.info': () => anInfo(),
    'dashboard.attention': () => attention(),
    ...handlers,
  });
  const shown = await renderScreen(<DashboardPage />, { route: '/dashboard', session });
  return { ...shown, server };
}

const list = (name: string) => within(screen.getByRole('list', { name }));
const namesIn = (name: string) =>
  list(name)
    .getAllByRole('listitem')
    .map((item) => item.querySelector('bdi, span')?.textContent);

describe('the usage summary', () => {
  it('is the dashboard where there are no widgets, with its cards [DASH-01] [DASH-03] [DASH-30]', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeDefined();
    const status = within(await screen.findByRole('region', { name: 'General Status' }));
    const facts = status
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(facts).toEqual([
      ['All Buckets', '12'],
      ['Usage', '5.0 GiB'],
      ['Total Objects', '4,321'],
      ['Servers', '1'],
    ]);
    expect(screen.queryByRole('tab', { name: 'Traffic' })).toBeNull();
  });

  it('shows five servers or drives at a time [DASH-31] [DASH-32]', async () => {
    const drives = Array.from({ length: 6 }, (_, at) =>
      aDrive({ endpoint: `/d${at}`, drivePath: `/d${at}` }),
    );
    const servers = Array.from({ length: 100 }, (_, at) =>
      aServer({ endpoint: `n${at}:9000`, drives: at === 0 ? drives : [] }),
    );
    const { user } = await open({ 'dashboard.info': () => anInfo({ servers }) });
    await screen.findByRole('tab', { name: 'Servers' });
    expect(list('Servers').getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Page 9' }));
    expect(list('Servers').getByText('n40:9000')).toBeDefined();
    const pages = within(screen.getByRole('navigation', { name: 'Pages of Servers' }));
    const numbers = pages
      .getAllByRole('button', { name: /^Page / })
      .map(({ textContent }) => textContent);
    expect(numbers).toEqual(['1', '6', '7', '8', '9', '10', '11', '12', '20']);
    await user.click(screen.getByRole('tab', { name: 'Drives' }));
    expect(list('Drives').getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(list('Drives').getAllByRole('listitem')).toHaveLength(1);
  });

  it('colours the states of servers, and the health of their drives and network [DASH-33] [DASH-35] [DASH-36]', async () => {
    const drives = ['ok', 'ok', 'ok', 'offline'].map((state, at) =>
      aDrive({ state, drivePath: `/d${at}` }),
    );
    const network = { a: 'online', b: 'offline', c: 'offline' };
    const servers = [
      aServer({ endpoint: 'a', drives, network }),
      aServer({ endpoint: 'b', state: 'offline' }),
      aServer({ endpoint: 'c', state: 'initializing' }),
    ];
    await open({ 'dashboard.info': () => anInfo({ servers }) });
    await screen.findByRole('tab', { name: 'Servers' });
    const tones = ['online', 'offline', 'initializing'].map((state) =>
      list('Servers').getByText(state).getAttribute('data-tone'),
    );
    expect(tones).toEqual(['good', 'bad', 'neutral']);
    // The healthy one comes last.
    const last = list('Servers').getAllByRole('listitem').at(-1);
    const health = within(last as HTMLElement);
    expect(health.getByText('3/4').getAttribute('data-tone')).toBe('warning');
    expect(health.getByText('1/3').getAttribute('data-tone')).toBe('bad');
    expect(health.getByText('1 day, 2 hours')).toBeDefined();
  });

  it('colours the states of drives, shows their space and puts the bad ones first [DASH-34]', async () => {
    const drives = ['ok', 'offline', 'unformatted'].map((state) =>
      aDrive({ state, endpoint: `/${state}`, drivePath: `/${state}` }),
    );
    const servers = [aServer({ drives })];
    const { user } = await open({ 'dashboard.info': () => anInfo({ servers }) });
    await user.click(await screen.findByRole('tab', { name: 'Drives' }));
    const tones = ['ok', 'offline', 'unformatted'].map((state) =>
      list('Drives').getByText(state).getAttribute('data-tone'),
    );
    expect(tones).toEqual(['good', 'bad', 'neutral']);
    expect(namesIn('Drives').at(-1)).toContain('/ok');
    expect(list('Drives').getAllByText('2.0 GiB of 8.0 GiB used (25 %)')).toHaveLength(3);
    expect(list('Drives').getAllByRole('progressbar')).toHaveLength(3);
  });

  it('reads all again on Sync, and shows a failure in its place', async () => {
    const { user, server } = await open({ 'dashboard.info': () => fail('StorageUnreachable') });
    expect(await screen.findByRole('alert')).toHaveTextContent('cannot be reached');
    server.use({ 'dashboard.info': () => anInfo() });
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    await screen.findByRole('region', { name: 'General Status' });
    expect(server.calls('dashboard.attention')).toHaveLength(2);
  });
});

describe('what needs attention', () => {
  const findings: [Finding, string, string | null][] = [
    [
      { kind: 'serverOffline', severity: 'critical', server: 'n2', state: 'offline' },
      'Server n2 is not online',
      '/dashboard?tab=status',
    ],
    [
      { kind: 'driveOffline', severity: 'critical', server: 'n1', drive: '/d2', state: 'offline' },
      'Drive /d2 is not available',
      '/tools/heal',
    ],
    [
      { kind: 'driveHealing', severity: 'warning', server: 'n1', drive: '/d3' },
      'Drive /d3 is being healed',
      '/tools/heal',
    ],
    [
      { kind: 'driveFull', severity: 'warning', server: 'n1', drive: '/d1', used: 9, total: 10 },
      'Drive /d1 is nearly full',
      '/dashboard?tab=status',
    ],
    [
      {
        ...{ kind: 'replicationBehind', severity: 'warning', bucket: 'photos', target: 'arn' },
        ...{ pending: 3, pendingBytes: 2048, failed: 1, failedBytes: 10 },
      },
      'Replication of photos is behind',
      '/buckets/photos/admin/replication',
    ],
    [
      {
        ...{ kind: 'replicationTargetOffline', severity: 'critical', bucket: 'photos' },
        ...{ target: 'arn', endpoint: 'https://far' },
      },
      'A replication target of photos is offline',
      '/buckets/photos/admin/replication',
    ],
    [
      { kind: 'notificationTargetOffline', severity: 'critical', service: 'webhook', id: 'a' },
      'Notification target webhook:a is offline',
      '/notification-endpoints/edit/notify_webhook/a',
    ],
    [
      { kind: 'bucketQuota', severity: 'warning', bucket: 'docs', used: 90, quota: 100 },
      'Bucket docs is near its quota',
      '/buckets/docs/admin/summary',
    ],
    [
      {
        ...{ kind: 'accessKeyExpires', severity: 'critical', accessKey: 'AK', name: 'backup' },
        ...{ owner: 'alice', expiresAt: '2020-01-01T00:00:00Z' },
      },
      'Access key backup of alice',
      '/tools/access-keys?filter=AK',
    ],
  ];

  it.each([
    ['console', 'Replace public.crt and private.key in CONSOLE_CERTS_DIR'],
    ['storage', 'Replace the certificate on the storage server.'],
  ] as const)(
    'says how a certificate of the %s is renewed, which no page can do',
    async (of, how) => {
      const expires = { severity: 'warning', expiresAt: '2020-01-01T00:00:00Z' } as const;
      const finding = { kind: 'certificateExpires', of, host: 's3:443', subject: 'CN=s3' } as const;
      await open({ 'dashboard.attention': () => attention([{ ...finding, ...expires }]) });
      await screen.findByText('Certificate of s3:443 (CN=s3)');
      expect(screen.getByText(new RegExp(`^Expired .*${how}`))).toBeDefined();
      expect(screen.queryByRole('link', { name: /^Certificate/ })).toBeNull();
    },
  );

  it.each(findings)('tells of %j with the way to it', async (finding, title, to) => {
    await open({ 'dashboard.attention': () => attention([finding]) });
    const link = await screen.findByRole('link', { name: title });
    expect(link.getAttribute('href')).toBe(to);
    expect(screen.getByText(finding.severity)).toBeDefined();
  });

  it('shows no way to a notification target of a kind that this console has no form for', async () => {
    const known = { kind: 'notificationTargetOffline', severity: 'warning', id: 'a' } as const;
    await open({ 'dashboard.attention': () => attention([{ ...known, service: 'pigeon' }]) });
    expect(await screen.findByText('Notification target pigeon:a is offline')).toBeDefined();
    expect(screen.queryByRole('link', { name: /pigeon/ })).toBeNull();
  });

  it('shows no way to a page that the session may not open', async () => {
    const [first] = findings;
    await open(
      { 'dashboard.attention': () => attention(first && [first[0]]) },
      aSession({ pages: ['/buckets'] }),
    );
    expect(await screen.findByText('Server n2 is not online')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Server n2/ })).toBeNull();
  });

  it('shows five at first, and says what could not be looked at', async () => {
    const all = findings.map(([finding]) => finding);
    const unchecked = [
      { check: 'replication' as const, reason: 'denied' as const },
      { check: 'quotas' as const, reason: 'denied' as const },
      { check: 'targets' as const, reason: 'failed' as const },
    ];
    const { user } = await open({ 'dashboard.attention': () => attention(all, { unchecked }) });
    const region = within(await screen.findByRole('region', { name: 'Needs attention' }));
    expect(region.getAllByRole('listitem')).toHaveLength(5);
    await user.click(region.getByRole('button', { name: 'Show all 9' }));
    expect(region.getAllByRole('listitem')).toHaveLength(9);
    expect(region.getByText(/not allowed to: replication and bucket quotas/)).toBeDefined();
    expect(region.getByText(/did not answer: notification targets/)).toBeDefined();
  });

  it('is nothing when all is well, and a failure leaves the rest of the page', async () => {
    const { server, user } = await open();
    await screen.findByText('Nothing needs attention.');
    server.use({ 'dashboard.attention': () => fail('StorageTimeout') });
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    await screen.findByRole('region', { name: 'General Status' });
  });
});
