import type { BackgroundHeal, ServerInfo } from '@stowage/storage-client/admin';
import { expect, it } from 'vitest';
import { withServersAway } from './healed-drives.ts';

const drive = (endpoint: string, state = 'ok') => ({ endpoint, path: '', state, reason: '' });
const server = (name: string, state: string) => ({
  ...{ endpoint: name, state },
  drives: [drive(`http://${name}/d1`, state === 'online' ? 'ok' : 'offline')],
});
const of = (healing: object, servers: readonly object[]) =>
  withServersAway(healing as BackgroundHeal, servers as ServerInfo['servers']);

it('tells of the drives of a server that is away', () => {
  const drives = [drive('http://a/d1')];
  const told = of({ drives, offlineNodes: [] }, [server('a', 'online'), server('b', 'offline')]);
  expect(told.offlineServers).toEqual(['b']);
  expect(told.drives.map(({ endpoint, state }) => `${endpoint} ${state}`)).toEqual([
    'http://a/d1 ok',
    'http://b/d1 offline',
  ]);
});

it('tells of each once', () => {
  const drives = [drive('http://b/d1', 'offline')];
  const told = of({ drives, offlineNodes: ['b'] }, [server('b', 'offline')]);
  expect(told).toEqual({ drives, offlineServers: ['b'] });
});

it('leaves to the state of healing what servers have that are there', () => {
  expect(of({ drives: [], offlineNodes: [] }, [server('a', 'online')])).toEqual({
    drives: [],
    offlineServers: [],
  });
});
