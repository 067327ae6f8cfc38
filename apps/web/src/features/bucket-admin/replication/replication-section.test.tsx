import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#web/testing/fake-server.ts';
import { expectHelp } from '#web/testing/help.ts';
import { openSections } from '../model/sections.ts';
import { STATUS_INTERVAL } from './api.ts';
import {
  aRule,
  openReplication,
  otherArn,
  row,
  second,
  well,
} from './testing/open-replication.tsx';

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

describe('the replication rules of a bucket', () => {
  it('are listed with priority, destination, prefix, tags and status [REPL-01] [REPL-08]', async () => {
    await openReplication([second, aRule()]);
    for (const name of ['Priority', 'Destination', 'Prefix', 'Tags', 'Status']) {
      expect(screen.getByRole('columnheader', { name })).toBeDefined();
    }
    const first = await row(/backup/);
    expect(first.getByText('2')).toBeDefined();
    expect(first.getByText('backup')).toBeDefined();
    expect(first.getByText('photos/')).toBeDefined();
    expect(first.getByText('Enabled')).toBeDefined();
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((one) => one.textContent?.includes('backup'))).toEqual([true, false]);
  });

  it('name the bucket, and the whole ARN on hover', async () => {
    await openReplication([aRule(), second]);
    expect((await row(/archive/)).getByText('archive').closest('[title]')).toHaveAttribute(
      'title',
      otherArn,
    );
  });

  it('say whether they look at tags [REPL-02]', async () => {
    await openReplication([aRule(), second]);
    expect((await row(/backup/)).getByText('Yes')).toBeDefined();
    expect((await row(/archive/)).getByText('No')).toBeDefined();
  });

  it('show how it goes with their targets', async () => {
    await openReplication([aRule()]);
    const first = await row(/backup/);
    expect(await first.findByText('target online')).toBeDefined();
    expect(first.getByText('1,204 replicated')).toBeDefined();
    expect(first.getByText('3 waiting · 1 failed')).toBeDefined();
    expect(screen.queryByText(/cannot be reached/)).toBeNull();
  });

  it('show why a target cannot be reached', async () => {
    const away = {
      ...well,
      online: false,
      error: 'connection refused',
      lastOnline: '2026-11-12T09:41:07Z',
    };
    await openReplication([aRule()], {
      'bucketAdmin.getReplicationStatus': () => ({ targets: [away] }),
    });
    await screen.findByText('backup on backup.example.test:9000 cannot be reached.');
    expect(screen.getByText('connection refused')).toBeDefined();
    expect(screen.getByText(/Last reached 12 Nov 2026/)).toBeDefined();
    expect((await row(/backup/)).getByText('target not reachable')).toBeDefined();
  });

  it('stay when nobody tells how it goes', async () => {
    await openReplication([aRule()], {
      'bucketAdmin.getReplicationStatus': () => fail('NotSupported'),
    });
    expect((await row(/backup/)).getByText('target not known')).toBeDefined();
  });

  it('ask again while they are looked at, and not when the page is hidden', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = await openReplication([aRule()]);
    await screen.findByText('target online');
    const asked = () => server.calls('bucketAdmin.getReplicationStatus').length;
    await act(() => vi.advanceTimersByTimeAsync(STATUS_INTERVAL));
    await waitFor(() => expect(asked()).toBeGreaterThanOrEqual(2));
    act(() => focusManager.setFocused(false));
    const before = asked();
    await act(() => vi.advanceTimersByTimeAsync(4 * STATUS_INTERVAL));
    expect(asked()).toBe(before);
  });

  it('that are none lead to the first', async () => {
    const { server } = await openReplication([]);
    await screen.findByRole('heading', { name: 'There are no replication rules yet.' });
    expect(server.calls('bucketAdmin.getReplicationStatus')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'End replication' })).toBeNull();
  });

  it('that cannot be loaded can be tried again', async () => {
    const { user, server } = await openReplication([], {
      'bucketAdmin.listReplicationRules': () => fail('StorageTimeout'),
    });
    await screen.findByText('The replication rules could not be loaded');
    server.use({ 'bucketAdmin.listReplicationRules': () => ({ rules: [aRule()] }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row(/backup/);
  });

  it('are explained, with ways to the documentation outside [REPL-21]', async () => {
    await openReplication([]);
    expectHelp('Replication', /copies objects to a bucket on another S3 server/, [
      'github.com',
      'docs.aws.amazon.com',
    ]);
  });
});

describe('the permissions on replication', () => {
  it.each([
    [['s3:GetReplicationConfiguration'], true],
    [['s3:PutReplicationConfiguration'], false],
  ])('%j open the section: %s [REPL-22]', (allowedActions, opened) => {
    expect(openSections({ allowedActions }, true).includes('replication')).toBe(opened);
  });

  it('without the right to change them, rules are only looked at [REPL-22]', async () => {
    await openReplication(
      [aRule(), second],
      {},
      { allowedActions: ['s3:GetReplicationConfiguration'] },
    );
    expect((await row(/backup/)).queryByRole('button')).toBeNull();
    for (const name of ['Add Replication Rule', 'End replication']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});
