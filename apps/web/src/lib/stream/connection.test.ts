import { expect, it, vi } from 'vitest';
import { keepToken } from '#web/lib/api/session-token.ts';
import { fakeSockets } from '#web/testing/fake-sockets.ts';
import { connect } from './connection.ts';

it('shows the token of the session in the handshake, where pages can add no header', () => {
  keepToken('opaque-1');
  const sockets = fakeSockets();
  const nothing = () => {};
  const events = { onOpen: nothing, onMessage: nothing, onLost: nothing, onEnd: nothing };
  connect('ws://localhost/ws/watch/photos', events)();
  expect(sockets[0]?.protocols).toEqual(['stowage', 'token.opaque-1']);
});

it('says ok once where the stream asks for no more [WS-05]', () => {
  vi.useFakeTimers();
  const sockets = fakeSockets();
  const nothing = () => {};
  const events = { onOpen: nothing, onMessage: nothing, onLost: nothing, onEnd: nothing };
  connect('ws://localhost/ws/heal/photos', events, { signOfLife: 'once' });
  sockets[0]?.accept();
  vi.advanceTimersByTime(60_000);
  expect(sockets[0]?.received).toEqual(['ok']);
  vi.useRealTimers();
});

it('waits for a storage server that is not there yet when the console is back, and not for one that goes', () => {
  vi.useFakeTimers();
  const sockets = fakeSockets();
  const ends: string[] = [];
  const nothing = () => {};
  connect('ws://localhost/ws/trace', {
    ...{ onOpen: nothing, onMessage: nothing, onLost: nothing },
    onEnd: ({ reason }) => ends.push(reason),
  });
  sockets[0]?.accept();
  sockets[0]?.close(1006);
  vi.advanceTimersByTime(60_000);
  sockets[1]?.accept();
  sockets[1]?.close(1011, 'StorageUnreachable');
  vi.advanceTimersByTime(60_000);
  expect([sockets.length, ends]).toEqual([3, []]);

  sockets[2]?.accept();
  vi.advanceTimersByTime(60_000);
  sockets[2]?.close(1011, 'StorageUnreachable');
  vi.advanceTimersByTime(60_000);
  expect([sockets.length, ends]).toEqual([3, ['StorageUnreachable']]);
  vi.useRealTimers();
});
