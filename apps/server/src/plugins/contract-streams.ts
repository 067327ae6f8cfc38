import type { WebSocket } from '@fastify/websocket';
import websocket from '@fastify/websocket';
import type { HandlerInput } from '@stowage/contract/endpoint';
import { ERRORS, type ErrorCode } from '@stowage/contract/errors';
import {
  CLOSE,
  type Gap,
  STREAM_PREFIX,
  type StreamEndpoint,
  type StreamMessage,
} from '@stowage/contract/stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleError } from '../console-error.ts';
import type { Session } from '../sessions/session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { parseInput } from './contract-routes.ts';
import { type ErrorMapper, toConsoleError } from './errors.ts';
import { OpenStreams } from './open-streams.ts';
import type { SessionCookies } from './session.ts';
import { sendMessages, watchOver } from './stream-socket.ts';

/**
 * The input of a stream's source: the validated parameters, the caller, and a signal that aborts
 * when the socket closes.
 */
export type StreamCall<S extends StreamEndpoint> = HandlerInput<S> & {
  readonly session: Session;
  readonly signal: AbortSignal;
};

/** Yields the messages of a stream, and how many were dropped. It ends with the signal. */
export type StreamSource<S extends StreamEndpoint> = (
  call: StreamCall<S>,
) => Promise<AsyncIterable<StreamMessage<S> | Gap>>;

/** Serves streams of the contract: the only way to add a socket. */
export interface ContractStreams {
  stream<S extends StreamEndpoint>(endpoint: S, source: StreamSource<S>): void;
}

/** A module's streams. */
export type StreamModule = (streams: ContractStreams) => void;

export interface ContractStreamsOptions {
  readonly cookies: SessionCookies;
  readonly sessions: Pick<Sessions, 'onEnd' | 'openOf'>;
  readonly mappers: readonly ErrorMapper[];
  /**
   * Whether the storage server may still allow the session an action; throws if it rejects the
   * session.
   */
  readonly permits: (session: Session, action: string) => Promise<boolean>;
}

/** The state of a socket before the upgrade. */
interface Handshake {
  readonly findSession: () => Promise<Session>;
  readonly session: Session;
  readonly input: object;
}

/** A browser sends 'ok' from time to time, and nothing else. */
const MAX_INCOMING_BYTES = 1024;
/** The time a browser that may be asleep has to confirm the close of a socket. */
const CLOSE_MS = 2000;

/**
 * Makes the server accept sockets, and close all open ones when it closes. Must come before
 * everything that may reject a request, since it closes the connection of a rejected handshake.
 */
export async function sockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MAX_INCOMING_BYTES, perMessageDeflate: false },
    preClose(done) {
      const { clients } = this.websocketServer;
      for (const socket of clients) socket.close(CLOSE.restarting);
      const cutOff = setTimeout(() => {
        for (const socket of clients) socket.terminate();
      }, CLOSE_MS);
      this.websocketServer.close(() => {
        clearTimeout(cutOff);
        done();
      });
    },
  });
  app.addHook('onRequest', async ({ ws, routeOptions: { url = '' } }) => {
    if (ws && !url.startsWith(`${STREAM_PREFIX}/`)) throw new ConsoleError('NotFound');
  });
}

/** Creates `stream` for this instance. */
export function contractStreams(
  app: FastifyInstance,
  { cookies, sessions, mappers, permits }: ContractStreamsOptions,
): ContractStreams {
  const open = new OpenStreams(sessions);
  const tellLostUpgrade = lostUpgradeWarning();

  async function serve(socket: WebSocket, run: (signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController();
    socket.on('close', () => controller.abort());
    try {
      await run(controller.signal);
      socket.close(CLOSE.done);
    } catch (error) {
      if (controller.signal.aborted) return;
      const { code, status } = toConsoleError(error, mappers);
      if (status >= 500) app.log.error({ err: error, code }, 'stream failed');
      socket.close(isRefusal(code) ? CLOSE.refused : CLOSE.failed, code);
    }
  }

  async function canGoOn(findSession: Handshake['findSession'], { permission }: StreamEndpoint) {
    const session = await findSession();
    if (permission.by !== 'storage' || (await permits(session, permission.action))) return;
    throw new ConsoleError('AccessDenied');
  }

  /** Why an open stream must end; a failed check does not end it. */
  async function refusalOf(look: () => Promise<void>): Promise<ErrorCode | undefined> {
    try {
      await look();
      return undefined;
    } catch (error) {
      const { code, status } = toConsoleError(error, mappers);
      return status === 401 || status === 403 ? code : undefined;
    }
  }

  return {
    stream(endpoint, source) {
      const calls = new WeakMap<FastifyRequest, Handshake>();
      app.route({
        method: 'GET',
        url: STREAM_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        onRequest: async (request, reply) => {
          const findSession = () => cookies.require(request, reply, false);
          const session = await findSession();
          calls.set(request, { findSession, session, input: parseInput(endpoint, request) });
        },
        handler: (request) => {
          tellLostUpgrade(request);
          throw new ConsoleError('NotFound', { detail: 'This address is for WebSockets.' });
        },
        wsHandler: (socket, request) => {
          const call = calls.get(request);
          if (!call) return socket.close(CLOSE.failed);
          const { findSession, session, input } = call;
          watchOver(socket, () => refusalOf(() => canGoOn(findSession, endpoint)));
          return serve(socket, async (signal) => {
            open.add(session.key, socket);
            const parts = { ...input, session, signal };
            const messages = await source(parts as unknown as StreamCall<typeof endpoint>);
            await sendMessages(socket, messages);
          });
        },
      });
    },
  };
}

/**
 * Warns once in the log that a proxy forwarded a browser's handshake without the upgrade headers.
 */
function lostUpgradeWarning(): (request: FastifyRequest) => void {
  let warned = false;
  return ({ headers, log }) => {
    if (warned || headers['sec-websocket-key'] === undefined) return;
    warned = true;
    log.warn(
      'A WebSocket came without its Upgrade header, so that live pages do not work: a reverse proxy has to use HTTP/1.1 and to pass Upgrade and Connection on',
    );
  };
}

/** Whether an error means a denied action rather than a failure. */
function isRefusal(code: ErrorCode): boolean {
  return ERRORS[code].status < 500;
}
