import type { AuditReceiver, AuditRecord } from '@stowage/contract/tools/audit';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { parseSearch } from '#web/lib/router/search.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { recordsQuery } from './api.ts';
import { AuditPage } from './audit-page.tsx';
import { auditAddress } from './model/audit-criteria.ts';

// What the chart draws is tested elsewhere.
vi.mock('#web/ui/chart/time-chart.tsx', () => ({
  TimeChart: ({ label }: { readonly label: string }) => <div>{label}</div>,
}));

const aRecord = (parts: Partial<AuditRecord> = {}): AuditRecord => ({
  ...{ time: '2026-11-22T09:41:07.250Z', api_name: 'PutObject', bucket: 'photos' },
  ...{ object: 'a.jpg', remote_host: '192.0.2.7', request_id: 'R1', user_agent: 'mc/1' },
  ...{ response_status: 'OK', response_status_code: 200, request_content_length: 2048 },
  ...{ response_content_length: 0, time_to_response_ns: 12_500_000 },
  ...{ access_key: 'KEY1', parent_user: 'anna', error: '' },
  ...parts,
});

const aReceiver = (parts: Partial<AuditReceiver> = {}): AuditReceiver => ({
  ...{ state: 'on', address: 'http://console:9090/api/v1/audit/records', records: 12 },
  ...{ suggestion: 'http://console:9090', path: '/api/v1/audit/records' },
  ...{ bytes: 4096, oldest: '2026-11-20T00:00:00Z', newest: '2026-11-22T00:00:00Z' },
  ...{ retention: { days: 90, bytes: 10 * 1024 ** 3 }, turnedAway: { busy: 0, refused: 0 } },
  ...parts,
});

const CRITERIA = parseSearch(auditAddress, '');
const NOTHING = { step: 60, slots: [], apis: [], buckets: [], accounts: [], statuses: [] };

async function open(handlers: Handlers = {}, features = ['log-search']) {
  const server = fakeServer({
    'tools.searchAuditLog': () => ({ results: [aRecord()] }),
    'tools.summarizeAuditLog': () => NOTHING,
    'tools.getAuditReceiver': () => aReceiver(),
    ...handlers,
  });
  const session = aSession({ features, allowedActions: ['admin:ConfigUpdate'] });
  const rendered = await renderScreen(<AuditPage />, { route: '/tools/audit-logs', session });
  return { ...rendered, server };
}

const searches = (server: Awaited<ReturnType<typeof open>>['server']) =>
  server.calls('tools.searchAuditLog').map(({ url }) => url.searchParams);
const column = (name: string) => screen.queryByRole('columnheader', { name });
const start = () => screen.getByRole('button', { name: 'Get Information' });

describe('the page Audit Logs', () => {
  it('lists the latest calls in the columns that one needs [AUDITLOG-01] [AUDITLOG-09] [AUDITLOG-10] [AUDITLOG-11]', async () => {
    await open();
    const row = within(await screen.findByRole('row', { name: /PutObject/ }));
    for (const text of ['photos', 'a.jpg', '192.0.2.7', 'R1', 'mc/1', 'OK']) {
      expect(row.getByText(text)).toBeDefined();
    }
    expect(screen.getByRole('link', { name: 'Return to Tools' })).toHaveAttribute('href', '/tools');
    expect(column('Request ID')).not.toBeNull();
    expect(column('Access Key')).toBeNull();
  });

  it('narrows by the filters that are filled in, and leaves out the others [AUDITLOG-03] [AUDITLOG-04] [AUDITLOG-05] [AUDITLOG-06] [AUDITLOG-07] [AUDITLOG-22]', async () => {
    const { user, server } = await open();
    await screen.findByRole('row', { name: /PutObject/ });
    const fold = screen.getByRole('button', { name: 'Advanced Filters' });
    expect(fold).toHaveAttribute('aria-expanded', 'false');
    await user.click(fold);
    expect(screen.getByText(/'\*' matches any characters, '\.' a single/)).toBeDefined();
    for (const name of ['API Name', 'User Agent', 'Request ID', 'Response Status']) {
      expect(await screen.findByRole('textbox', { name })).toBeDefined();
    }
    await user.type(screen.getByRole('textbox', { name: 'Bucket' }), 'pho*');
    await user.type(screen.getByRole('textbox', { name: 'Object' }), 'a:[[b');
    await user.click(start());
    await waitFor(() => expect(searches(server)).toHaveLength(2));
    const [first, second] = searches(server);
    expect(first?.getAll('fp')).toEqual([]);
    expect(second?.getAll('fp')).toEqual(['bucket:pho*', 'object:a:[b']);
  });

  it('hides the calls of the console, and keeps what was typed meanwhile', async () => {
    const { user, server } = await open();
    await screen.findByRole('row', { name: /PutObject/ });
    await user.click(screen.getByRole('button', { name: 'Advanced Filters' }));
    await user.type(await screen.findByRole('textbox', { name: 'Bucket' }), 'pho*');
    await user.click(screen.getByRole('switch', { name: "Hide this console's calls" }));
    await waitFor(() => expect(searches(server)).toHaveLength(2));
    const [first, second] = searches(server);
    expect(first?.get('withoutConsole')).toBeNull();
    expect(second?.get('withoutConsole')).toBe('true');
    expect(second?.getAll('fp')).toEqual(['bucket:pho*']);
    await waitFor(() =>
      expect(
        server.calls('tools.summarizeAuditLog').at(-1)?.url.searchParams.get('withoutConsole'),
      ).toBe('true'),
    );
  });

  it('takes a range of time, and says when it is upside down [AUDITLOG-02]', async () => {
    const { user, server } = await open();
    await screen.findByRole('row', { name: /PutObject/ });
    const [from, to] = [screen.getByLabelText('Start'), screen.getByLabelText('End')];
    await user.type(from, '2026-11-02T10:00:00');
    await user.type(to, '2026-11-01T10:00:00');
    await user.click(start());
    expect(screen.getByText('The start must be before the end.')).toBeDefined();
    await user.clear(to);
    await user.type(to, '2026-11-03T10:00:00');
    await user.click(start());
    await waitFor(() => expect(searches(server)).toHaveLength(2));
    const [, query] = searches(server);
    expect(query?.get('timeStart')).toBe(new Date('2026-11-02T10:00:00').toISOString());
    expect(query?.get('timeEnd')).toBe(new Date('2026-11-03T10:00:00').toISOString());
  });

  it('begins anew with the first page when it is asked again, or sorted the other way [AUDITLOG-08] [AUDITLOG-15] [AUDITLOG-16] [AUDITLOG-17] [AUDITLOG-23]', async () => {
    const { user, server } = await open();
    await screen.findByRole('row', { name: /PutObject/ });
    await user.click(screen.getByRole('button', { name: /^Time/ }));
    await waitFor(() => expect(searches(server)).toHaveLength(2));
    await user.click(start());
    await waitFor(() => expect(searches(server)).toHaveLength(3));
    const asked = searches(server).map((query) => [
      ...[query.get('order'), query.get('pageNo'), query.get('pageSize'), query.get('q')],
    ]);
    expect(asked).toEqual([
      ['timeDesc', '0', '100', 'reqinfo'],
      ['timeAsc', '0', '100', 'reqinfo'],
      ['timeAsc', '0', '100', 'reqinfo'],
    ]);
  });

  it('loads the next page at the end of the list, one at a time, until there is none [AUDITLOG-18] [AUDITLOG-19] [AUDITLOG-20]', async () => {
    let running = 0;
    let most = 0;
    const { server } = await open({
      'tools.searchAuditLog': async ({ query }) => {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
        const { pageNo } = query;
        const results = [aRecord({ request_id: `R${pageNo}` })];
        return { results, ...(pageNo < 2 && { next: `${pageNo + 1}` }) };
      },
    });
    await screen.findByRole('row', { name: /R2/ });
    expect(searches(server).map((query) => [query.get('pageNo'), query.get('after')])).toEqual([
      ['0', null],
      ['1', '1'],
      ['2', '2'],
    ]);
    expect(most).toBe(1);
    const ends = new Set(searches(server).map((query) => query.get('timeEnd')));
    expect(ends.size).toBe(1);
  });

  it('shows all that is kept of a call, and closes again [AUDITLOG-12] [AUDITLOG-13]', async () => {
    const { user } = await open({
      'tools.searchAuditLog': () => ({
        results: [aRecord({ objects: ['a.jpg', 'b/c.jpg'], error: 'no such key' })],
      }),
    });
    await screen.findByRole('row', { name: /PutObject/ });
    await user.click(screen.getByRole('button', { name: /View/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Full Log Information' });
    const texts = ['a.jpg and 1 more', 'b/c.jpg', 'KEY1', 'anna', '200', '2.0 KiB', 'no such key'];
    for (const text of texts) expect(within(dialog).getByText(text)).toBeDefined();
    const [, close] = within(dialog).getAllByRole('button', { name: 'Close' });
    await user.click(close ?? dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says when nothing fits [AUDITLOG-14]', async () => {
    await open({ 'tools.searchAuditLog': () => ({ results: [] }) });
    expect(await screen.findByText('There is no information with this criteria')).toBeDefined();
  });

  it('tells why the search failed [AUDITLOG-25]', async () => {
    await open({ 'tools.searchAuditLog': () => fail('StorageUnreachable') });
    const message = 'The storage server cannot be reached.';
    await waitFor(() =>
      expect(clientState().modalSnackBar).toMatchObject({ type: 'error', message }),
    );
    expect(await screen.findByText('The audit records could not be searched.')).toBeDefined();
  });

  it('needs a console that keeps records [AUDITLOG-21] [SHELL-81]', async () => {
    const { server } = await open({}, []);
    expect(await screen.findByText('Audit search is not available')).toBeDefined();
    expect(searches(server)).toEqual([]);
  });
});

describe('a list of records', () => {
  it('ends with the millionth [AUDITLOG-24]', () => {
    const { getNextPageParam } = recordsQuery(CRITERIA, 0);
    const page = { results: [], next: '1' };
    const nextOf = (pageNo: number) => getNextPageParam(page, [page], { pageNo }, []);
    expect(nextOf(9998)).toEqual({ pageNo: 9999, after: '1' });
    expect(nextOf(9999)).toBeUndefined();
  });
});

describe('the calls over time', () => {
  it('have no heading over a list of nothing', async () => {
    await open({
      'tools.summarizeAuditLog': () => ({
        ...{ step: 60, slots: [{ time: '2026-11-22T09:41:00Z', calls: 7, errors: 0 }] },
        ...{ apis: [{ name: 'ListBuckets', calls: 7, errors: 0 }], buckets: [] },
        ...{ accounts: [], statuses: [] },
      }),
    });
    expect(await screen.findByRole('heading', { name: 'By API' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'By bucket' })).toBeNull();
  });

  it('lead to the calls of one bucket, account or status', async () => {
    const { user, server, history } = await open({
      'tools.summarizeAuditLog': () => ({
        step: 60,
        slots: [{ time: '2026-11-22T09:41:00Z', calls: 7, errors: 2 }],
        apis: [{ name: 'PutObject', calls: 7, errors: 2 }],
        buckets: [{ name: 'photos.2026', calls: 7, errors: 2 }],
        accounts: [{ name: '', calls: 7, errors: 2 }],
        statuses: [{ name: '404 Not Found', calls: 2, errors: 2 }],
      }),
    });
    const region = async () =>
      within(await screen.findByRole('region', { name: 'Calls over Time' }));
    const part = await region();
    expect(part.getByText('Anonymous user').closest('button')).toBeDisabled();
    await user.click(part.getByRole('button', { name: /photos\.2026/ }));
    await waitFor(() =>
      expect(searches(server).at(-1)?.getAll('fp')).toEqual(['bucket:photos\\.2026']),
    );
    await user.click((await region()).getByRole('button', { name: /404 Not Found/ }));
    await waitFor(() =>
      expect(searches(server).at(-1)?.getAll('fp')).toContain('response_status:404'),
    );
    expect(history.location.search).toContain('bucket=');
  });
});

describe('how records come', () => {
  it('is set up at an address that can be changed', async () => {
    const { user, server } = await open({
      'tools.getAuditReceiver': () =>
        aReceiver({
          state: 'off',
          suggestion: 'http://127.0.0.1:9090',
          turnedAway: { busy: 2, refused: 1 },
        }),
      'tools.setUpAuditReceiver': () => ({ restart: true }),
    });
    expect(await screen.findByText(/nothing new is recorded/)).toBeDefined();
    expect(screen.getByText(/2 deliveries were sent back/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Receive Records' }));
    const dialog = within(await screen.findByRole('dialog'));
    const address = dialog.getByRole('textbox', { name: /Address of this console/ });
    expect(address).toHaveValue('http://127.0.0.1:9090');
    await user.clear(address);
    await user.type(address, 'console:9090');
    await user.click(dialog.getByRole('button', { name: 'Receive Records' }));
    expect(dialog.getByText(/Enter an address without a path/)).toBeDefined();
    await user.clear(address);
    await user.type(address, 'https://console.example');
    await user.click(dialog.getByRole('button', { name: 'Receive Records' }));
    await waitFor(() =>
      expect(server.calls('tools.setUpAuditReceiver').map(({ body }) => body)).toEqual([
        { address: 'https://console.example' },
      ]),
    );
    await waitFor(() => expect(clientState().serverNeedsRestart).toBe(true));
  });

  it('is one click away where the storage server sends its calls to another address', async () => {
    const path = '/stowage/api/v1/audit/records';
    let own = 'http://127.0.0.1:19090';
    const { user, server } = await open({
      'tools.getAuditReceiver': () => {
        const address = `${own}${path}`;
        return aReceiver({ address, path, suggestion: 'http://127.0.0.1:19590' });
      },
      'tools.setUpAuditReceiver': ({ body }) => {
        own = body.address;
        return { restart: false };
      },
    });
    const both = `The storage server sends its calls to http://127.0.0.1:19090${path}; this console is http://127.0.0.1:19590${path}.`;
    expect(await screen.findByText(both)).toBeDefined();
    expect(screen.getByText(/This is fine if the address also leads here/)).toBeDefined();
    expect(screen.queryByText(/nothing new is recorded/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Stop Receiving' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Receive Here' }));
    await screen.findByText(`The storage server sends its calls to http://127.0.0.1:19590${path}.`);
    expect(screen.queryByRole('button', { name: 'Receive Here' })).toBeNull();
    expect(server.calls('tools.setUpAuditReceiver').map(({ body }) => body)).toEqual([
      { address: 'http://127.0.0.1:19590' },
    ]);
  });

  it('is said to have ended where calls bring no record, and can be set anew', async () => {
    await open({
      'tools.getAuditReceiver': () => aReceiver({ silentSince: '2026-11-22T09:30:00Z' }),
    });
    expect(
      await screen.findByText(/^No records have arrived since .*no longer be valid/),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: 'Receive Here' })).toBeDefined();
  });

  it('takes the address of the page for its own where the storage server is not on this machine', async () => {
    const address = `${globalThis.location.origin}/api/v1/audit/records`;
    const receiver = aReceiver({ address });
    delete receiver.suggestion;
    await open({ 'tools.getAuditReceiver': () => receiver });
    expect(
      await screen.findByText(`The storage server sends its calls to ${address}.`),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Receive Here' })).toBeNull();
  });

  it('is ended after a question', async () => {
    const { user, server } = await open({
      'tools.removeAuditReceiver': () => ({ restart: false }),
    });
    await user.click(await screen.findByRole('button', { name: 'Stop Receiving' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Stop Receiving' }));
    await waitFor(() => expect(server.calls('tools.removeAuditReceiver')).toHaveLength(1));
  });
});
