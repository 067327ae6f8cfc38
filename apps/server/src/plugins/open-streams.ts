import type { WebSocket } from '@fastify/websocket';
import { CLOSE } from '@stowage/contract/stream';
import { ConsoleError } from '../console-error.ts';
import type { Sessions } from '../sessions/sessions.ts';

const SOCKETS_PER_SESSION = 16;
/** How often to check which sessions another console has ended, while there are sockets. */
export const LOOK_MS = 2000;

/** The sockets of sessions, which close when their sessions end. */
export class OpenStreams {
  readonly #sessions: Pick<Sessions, 'openOf'>;
  readonly #sockets = new Map<string, Set<WebSocket>>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(sessions: Pick<Sessions, 'onEnd' | 'openOf'>) {
    this.#sessions = sessions;
    sessions.onEnd((key) => this.#end(key));
  }

  /** Adds a socket until it closes. @throws ConsoleError TooManyStreams */
  add(key: string, socket: WebSocket): void {
    const sockets = this.#sockets.get(key) ?? new Set();
    if (sockets.size >= SOCKETS_PER_SESSION) throw new ConsoleError('TooManyStreams');
    this.#sockets.set(key, sockets.add(socket));
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) this.#sockets.delete(key);
      if (this.#sockets.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  #end(key: string): void {
    for (const socket of this.#sockets.get(key) ?? []) {
      socket.close(CLOSE.refused, 'SessionRequired');
    }
  }

  /** Closes the sockets of ended sessions; a failed check closes none. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const keys = [...this.#sockets.keys()];
    try {
      const open = await this.#sessions.openOf(keys);
      for (const key of keys) if (!open.has(key)) this.#end(key);
    } catch {
      // The next check or the heartbeat will detect it.
    } finally {
      this.#looking = false;
    }
  }
}
