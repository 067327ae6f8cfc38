import { expect, it } from 'vitest';
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
