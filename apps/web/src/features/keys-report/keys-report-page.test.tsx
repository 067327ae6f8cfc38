import type { ReportedKey } from '@stowage/contract/identity/keys-report';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, fakeServer } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { KeysReportPage } from './keys-report-page.tsx';

const aKey = (parts: Partial<ReportedKey> = {}): ReportedKey => ({
  accessKey: 'WIDE',
  kind: 'serviceAccount',
  owner: 'ann',
  name: 'Backup',
  enabled: true,
  width: 'grants',
  atMost: false,
  risks: ['tooWide', 'neverExpires'],
  ...parts,
});

async function open(keys: ReportedKey[], usageKnown = true, total = keys.length) {
  const server = fakeServer({ 'keysReport.get': () => ({ keys, total, usageKnown }) });
  return { ...(await renderScreen(<KeysReportPage />, { route: '/tools/access-keys' })), server };
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('the report of access keys', () => {
  it('says of each key whose it is, what it may, when it was used and what speaks against it', async () => {
    await open([
      aKey({ lastUsed: '2026-11-01T10:00:00Z' }),
      aKey({
        accessKey: 'OLD',
        kind: 'user',
        owner: 'OLD',
        name: '',
        enabled: false,
        width: 'some',
        risks: [],
        atMost: true,
      }),
    ]);
    const wide = await row(/WIDE/);
    expect(wide.getByText('ann (service account) · Backup')).toBeDefined();
    // However narrow the column, the whole key and its owner are readable.
    expect(wide.getByTitle(/^WIDE.* · ann$/)).toBeDefined();
    for (const text of ['Too broad', 'Can grant any permission']) {
      expect(wide.getByText(text)).toBeDefined();
    }
    expect(wide.getByText(/1 Nov 2026/)).toBeDefined();
    // "Never expires" is shown in the expiry column, not as a badge on nearly every row.
    expect(wide.getByText('Never')).toBeDefined();
    expect(wide.queryByText('Never expires')).toBeNull();
    const old = await row(/OLD/);
    expect(old.getByText('User · Disabled')).toBeDefined();
    expect(old.getByText('At most: Limited')).toBeDefined();
  });

  it('says how old a key is, and of use only what is known', async () => {
    const DAY = 24 * 3_600_000;
    await open([
      aKey({ createdAt: new Date(Date.now() - 3 * DAY).toISOString() }),
      aKey({ accessKey: 'BEFORE' }),
    ]);
    const wide = await row(/WIDE/);
    expect(wide.getByText('3 days ago')).toBeDefined();
    // Last use and expiry.
    expect(wide.getAllByText('Never')).toHaveLength(2);
    const before = await row(/BEFORE/);
    expect(before.getAllByText('Unknown')).toHaveLength(2);
  });

  it('has no column of ages where the server tells none', async () => {
    await open([aKey()]);
    await row(/WIDE/);
    expect(screen.queryByRole('columnheader', { name: /Created/ })).toBeNull();
    expect(screen.getByRole('columnheader', { name: /Last Used/ })).toBeDefined();
  });

  it('says where nothing is known of use, and where keys are left out', async () => {
    await open([aKey()], false, 60_000);
    expect(
      await screen.findByText(/not known when these access keys were last used/),
    ).toBeDefined();
    expect(screen.getByText('1 of 60,000 access keys are listed.')).toBeDefined();
  });

  it('counts the keys of each risk, and leaves those of one', async () => {
    const { user, history } = await open([
      aKey(),
      aKey({ accessKey: 'IDLE', risks: ['unused', 'neverExpires'] }),
      aKey({ accessKey: 'FINE', risks: [] }),
    ]);
    await row(/FINE/);
    const names = () =>
      screen.getAllByRole('radio').map(({ parentElement: label }) => label?.textContent);
    expect(names()).toEqual(['All (3)', 'Too broad (1)', 'Unused (1)', 'Never expires (2)']);
    await user.click(screen.getByRole('radio', { name: 'Unused (1)' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /WIDE/ })).toBeNull());
    await row(/IDLE/);
    expect(history.location.search).toBe('?risk=unused');
  });

  it('is searched by key, owner and name', async () => {
    const { user } = await open([aKey(), aKey({ accessKey: 'OTHER', owner: 'bob', name: '' })]);
    await row(/WIDE/);
    await user.type(screen.getByRole('searchbox', { name: 'Search Access Keys' }), 'bob');
    await waitFor(() => expect(screen.queryByRole('row', { name: /WIDE/ })).toBeNull());
    await row(/OTHER/);
  });

  it('can be tried again when it does not come', async () => {
    const server = fakeServer({ 'keysReport.get': () => fail('StorageTimeout') });
    const { user } = await renderScreen(<KeysReportPage />, { route: '/tools/access-keys' });
    await screen.findByText('The access keys could not be loaded');
    server.use({ 'keysReport.get': () => ({ keys: [aKey()], total: 1, usageKnown: true }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row(/WIDE/);
  });
});
