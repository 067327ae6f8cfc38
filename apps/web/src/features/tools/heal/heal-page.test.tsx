import type { HealMessage } from '@stowage/contract/tools/heal';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fail, failRaw } from '#web/testing/fake-server.ts';
import { fakeSockets } from '#web/testing/fake-sockets.ts';
import { renderApp } from '#web/testing/render-app.tsx';

const aDrive = (path: string, parts = {}) => ({
  ...{ endpoint: path, path, state: 'ok', healing: false, reason: '' },
  ...{ totalSpace: 1000, usedSpace: 250, pool: 0, set: 0 },
  ...parts,
});
const healing = (drives = [aDrive('/d1'), aDrive('/d2')], parts = {}) => ({
  ...{ drives, offlineServers: [], scannedItems: 0, canReplace: true },
  ...parts,
});

const aMessage = (parts: Partial<HealMessage> = {}): HealMessage => ({
  ...{ healDuration: 12.4, bytesScanned: 2048, objectsScanned: 10, itemsScanned: 11 },
  ...{ objectsHealed: 3, itemsHealed: 3, objectsFailed: 1, itemsLeftOut: 0, finished: false },
  healthBeforeCols: { Green: 6, Yellow: 1, Red: 2, Grey: 1 },
  healthAfterCols: { Green: 9, Yellow: 0, Red: 0, Grey: 1 },
  itemsHealthStatus: [],
  ...parts,
});
const side = (color: 'Green' | 'Red' | 'Grey', parts = {}) => ({
  ...{ color, online: 1, offline: 0, missing: 0, corrupted: 0, drives: [] },
  ...parts,
});
const anItem = (name: string, parts = {}) => ({
  ...{ type: 'object' as const, name, versionId: '', size: 2048, error: '' },
  before: side('Red', { missing: 1 }),
  after: side('Green'),
  ...parts,
});

async function openHeal(parts: Parameters<typeof renderApp>[0] = {}) {
  const sockets = fakeSockets();
  const app = renderApp({
    route: '/tools/heal',
    ...parts,
    handlers: {
      'buckets.list': () => ({ buckets: [aBucket(), aBucket({ name: 'docs' })], total: 2 }),
      'tools.healing': () => healing(),
      ...parts.handlers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Heal' });
  return { ...app, sockets };
}

async function choose(user: Awaited<ReturnType<typeof openHeal>>['user'], bucket: string) {
  await user.click(screen.getByRole('combobox', { name: 'Bucket' }));
  await user.click(await screen.findByRole('option', { name: bucket }));
}

async function startHealing() {
  const page = await openHeal();
  await choose(page.user, 'photos');
  await page.user.click(screen.getByRole('button', { name: 'Start' }));
  const [socket] = page.sockets;
  if (!socket) throw new Error('no socket was opened');
  socket.accept();
  await screen.findByText('Healing', { selector: '[role=status] *' });
  return { ...page, socket };
}

const barsOf = (colour: string) =>
  within(screen.getByRole('region', { name: colour }))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
const factOf = (name: string) => screen.getByText(name).nextSibling?.textContent;

describe('the page Heal', () => {
  it('has a bucket selector, Prefix, its checkboxes and Start [HEAL-01] [HEAL-02] [HEAL-03] [HEAL-04] [HEAL-13] [WS-09]', async () => {
    const { user, sockets } = await openHeal();
    expect(screen.getByPlaceholderText('Select Bucket')).toBeDefined();
    const start = screen.getByRole('button', { name: 'Start' });
    expect(start).toBeDisabled();
    expect(start).toHaveAttribute('title', 'Select a bucket first.');
    expect(screen.getByText('Not healing')).toBeDefined();
    await choose(user, 'docs');
    await user.type(screen.getByRole('textbox', { name: 'Prefix' }), 'a b/');
    expect(screen.getByRole('checkbox', { name: 'Recursive' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('checkbox', { name: 'Force Start' }));
    await user.click(screen.getByRole('checkbox', { name: 'Deep scan' }));
    expect(sockets).toHaveLength(0);
    await user.click(start);
    const query = 'prefix=a+b%2F&recursive=true&force-start=true&force-stop=false&scan=deep';
    expect(sockets[0]?.url.href).toBe(`ws://${location.host}/ws/heal/docs?${query}`);
  });

  it('starts anew or stops, and not both', async () => {
    const { user } = await openHeal();
    await user.click(screen.getByRole('checkbox', { name: 'Force Start' }));
    await user.click(screen.getByRole('checkbox', { name: 'Force Stop' }));
    expect(screen.getByRole('checkbox', { name: 'Force Start' })).toHaveProperty('checked', false);
  });

  it('cannot be started while it runs, stops on Stop, and says ok only once [HEAL-05] [HEAL-14] [WS-05]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { user, socket } = await startHealing();
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(socket.received).toEqual(['ok']);
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Prefix' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(socket.closedBy).toBe(1000);
    expect(await screen.findByText('Not healing')).toBeDefined();
  });

  it('draws the health before and after, with the counts [HEAL-06] [HEAL-07] [HEAL-08] [HEAL-09] [HEAL-10]', async () => {
    const { socket } = await startHealing();
    socket.send(aMessage());
    expect(screen.getByRole('figure', { name: "Item's Health Status [%]" })).toBeDefined();
    await waitFor(() => expect(barsOf('Green')).toEqual(['60 %', '90 %']));
    expect(barsOf('Yellow')).toEqual(['10 %', '0 %']);
    expect(barsOf('Red')).toEqual(['20 %', '0 %']);
    expect(barsOf('Grey')).toEqual(['10 %', '10 %']);
    expect(factOf('Size scanned')).toBe('2.0 KiB');
    expect(factOf('Objects healed')).toBe('3 / 10');
    expect(factOf('Healing time')).toBe('12 s');
    expect(factOf('Not healed')).toBe('1');
  });

  it('lists what was found by object, with what was wrong and what became of it', async () => {
    const { socket } = await startHealing();
    socket.send(aMessage({ itemsHealthStatus: [anItem('photos/a.jpg')] }));
    const lost = { before: side('Grey', { corrupted: 2 }), after: side('Grey') };
    const second = anItem('photos/\u202eb.jpg', { ...lost, error: 'No copy is good.' });
    socket.send(aMessage({ itemsHealthStatus: [second], itemsLeftOut: 7, finished: true }));
    socket.close(1000);
    const table = screen.getByRole('grid', { name: 'Found and healed' });
    const row = await within(table).findByRole('row', { name: /a\.jpg/ });
    expect(row).toHaveTextContent('1 copy missing');
    expect(row).toHaveTextContent(/Red.*Green/);
    const other = within(table).getByRole('row', { name: /No copy is good/ });
    expect(other).toHaveTextContent('2 copies damaged');
    expect(screen.getByText('7 more are counted but not listed.')).toBeDefined();
    expect(await screen.findByText('Healing finished.')).toBeDefined();
  });

  it.each([
    [1008, 'AccessDenied', 'Your account has no permission for this action.'],
    [1008, 'HealRunning', /Healing is already running here/],
    [1011, 'StorageUnreachable', 'The storage server cannot be reached.'],
  ])(
    'stops when the server closes with %i %s, and says why [HEAL-15]',
    async (code, reason, text) => {
      const { socket, sockets } = await startHealing();
      socket.close(code, reason);
      expect(await screen.findByText(text)).toBeDefined();
      expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
      expect(sockets).toHaveLength(1);
    },
  );

  it('says why a run failed', async () => {
    const { socket } = await startHealing();
    socket.send(aMessage({ finished: true, failure: 'Quorum was lost.' }));
    expect(await screen.findByText(/Healing stopped: .*Quorum was lost/)).toBeDefined();
  });

  it('begins to count anew when the connection broke', async () => {
    const { socket, sockets } = await startHealing();
    socket.send(aMessage({ itemsHealthStatus: [anItem('photos/a.jpg')] }));
    await screen.findByRole('row', { name: /a\.jpg/ });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    socket.close(1006);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    sockets[1]?.accept();
    await waitFor(() => expect(screen.queryByRole('row', { name: /a\.jpg/ })).toBeNull());
  });

  it('only logs that the buckets could not be loaded [HEAL-16]', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await openHeal({ handlers: { 'buckets.list': () => fail('StorageUnreachable') } });
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await screen.findByText('The buckets could not be loaded.')).toBeDefined();
  });

  it('takes a null list of buckets for an empty one [APIB-29] [WATCH-08]', async () => {
    await openHeal({
      handlers: { 'buckets.list': () => failRaw(200, '{"buckets":null,"total":0}') },
    });
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDisabled();
  });

  it('is there only in a distributed setup, and says so elsewhere [HEAL-11]', async () => {
    await openHeal({ session: aSession({ distributedMode: false }) });
    expect(await screen.findByText('Healing needs a distributed setup')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  });

  it('is what Heal of the menu leads to', async () => {
    await openHeal({ route: '/heal', session: aSession({ distributedMode: false }) });
    expect(await screen.findByText('Healing needs a distributed setup')).toBeDefined();
  });
});

describe('the drives', () => {
  it('have a state, and progress while they are filled', async () => {
    const progress = { objectsTotal: 90, itemsHealed: 5, itemsFailed: 1, itemsSkipped: 4 };
    const drives = [aDrive('/d1'), aDrive('/d2', { healing: true, progress })];
    await openHeal({
      handlers: { 'tools.healing': () => healing(drives, { offlineServers: ['node3:9000'] }) },
    });
    const row = await screen.findByRole('row', { name: /d2/ });
    expect(row).toHaveTextContent('Healing');
    expect(row).toHaveTextContent('5 healed, 10 checked of 90, 1 failed');
    expect(screen.getByRole('row', { name: /d1/ })).toHaveTextContent('25 %');
    expect(screen.getByText(/Servers that do not answer: .*node3:9000/)).toBeDefined();
  });

  it('can be replaced when they are away, once their path was typed', async () => {
    const replaced = vi.fn(() => undefined);
    const away = aDrive('/d2', { state: 'offline', reason: 'an empty directory is in its place' });
    const { user } = await openHeal({
      handlers: {
        'tools.healing': () => healing([aDrive('/d1'), away]),
        'tools.replaceDrive': replaced,
      },
    });
    const row = await screen.findByRole('row', { name: /d2/ });
    expect(row).toHaveTextContent(/Offline/);
    expect(row).toHaveTextContent('an empty directory is in its place');
    await user.click(within(row).getByRole('button', { name: /Actions for/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Replace Drive' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: 'Replace' });
    await user.type(within(dialog).getByRole('textbox'), '/d2');
    await user.click(confirm);
    await waitFor(() => expect(replaced).toHaveBeenCalled());
  });

  it('have nothing to replace them where the server cannot', async () => {
    const away = aDrive('/d2', { state: 'offline' });
    await openHeal({ handlers: { 'tools.healing': () => healing([away], { canReplace: false }) } });
    const row = await screen.findByRole('row', { name: /d2/ });
    expect(within(row).queryByRole('button', { name: /Actions for/ })).toBeNull();
  });
});
