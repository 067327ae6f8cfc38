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
