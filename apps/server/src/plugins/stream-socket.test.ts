import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { sendMessages, watchOver } from './stream-socket.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

/** Both ends of a socket. */
async function openPair(protocols: readonly string[] = []) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const browser = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, [
    ...protocols,
  ]);
  const [socket] = (await connected) as [WebSocket];
  await once(browser, 'open');
  ends.push(() => {
    browser.terminate();
    server.close();
  });
  return { socket, browser };
}

const FILLING = 'x'.repeat(64 * 1024);

/** Numbered messages, each in its own turn of the event loop, followed by waiting for `rest`. */
async function* flood(count: number, rest: Promise<void>) {
  for (let number = 1; number <= count; number++) {
    yield { number, FILLING };
    await new Promise((resolve) => setImmediate(resolve));
  }
  await rest;
}

describe('sending messages', () => {
  it('leaves out what a browser that does not read has no room for, and says how much', async () => {
    const { socket, browser } = await openPair();
    const heard: { number?: number; missed?: number }[] = [];
    browser.on('message', (data) => heard.push(JSON.parse(String(data))));
    browser.pause();
    const over = Promise.withResolvers<void>();
    let most = 0;
    const sent = sendMessages(socket, {
      async *[Symbol.asyncIterator]() {
        for await (const message of flood(400, Promise.resolve())) {
          most = Math.max(most, socket.bufferedAmount);
          yield message;
        }
        browser.resume();
        await over.promise;
      },
    });
    const total = () => heard.reduce((sum, { missed }) => sum + (missed ?? 1), 0);
    await vi.waitFor(() => expect(total()).toBe(400), { timeout: 30_000 });
    over.resolve();
    await sent;

    const gap = heard.findIndex(({ missed }) => missed !== undefined);
    expect(gap).toBeGreaterThan(0);
    expect(heard.slice(0, gap).map(({ number }) => number)).toEqual(
      Array.from({ length: gap }, (_, index) => index + 1),
    );
    expect(most).toBeLessThan(2 * 1024 * 1024);
  });

  it('stops with the socket', async () => {
    const { socket, browser } = await openPair();
    let asked = 0;
    const sent = sendMessages(socket, {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          asked++;
          yield { asked };
          if (asked === 3) {
            browser.terminate();
            await once(socket, 'close');
          }
        }
      },
    });
    await sent;
    expect(asked).toBe(4);
  });
});

describe('watching over a socket', () => {
  it('keeps one that answers, and cuts off one that does not', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { socket, browser } = await openPair();
    watchOver(socket, async () => undefined);
    const pinged = once(browser, 'ping');
    const answered = once(socket, 'pong');
    vi.advanceTimersByTime(25_000);
    await pinged;
    await answered;
    expect(socket.readyState).toBe(socket.OPEN);

    browser.pause();
    const closed = once(socket, 'close');
    vi.advanceTimersByTime(50_000);
    await closed;
  });

  it('ends one that is no longer allowed, with the reason', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { socket, browser } = await openPair();
    watchOver(socket, async () => 'SessionRequired' as const);
    const closed = once(browser, 'close');
    vi.advanceTimersByTime(25_000);
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([1008, 'SessionRequired']);
  });
});

it('sends several messages in one frame where the client takes them so, and adds what the source has missed', async () => {
  for (const protocols of [[], ['stowage']]) {
    const { socket, browser } = await openPair(protocols);
    const frames: string[] = [];
    browser.on('message', (data) => frames.push(String(data)));
    await sendMessages(
      socket,
      (async function* () {
        yield { number: 1 };
        yield { missed: 3 };
        yield { number: 2 };
      })(),
    );
    const lines = ['{"number":1}', '{"missed":3}', '{"number":2}'];
    await vi.waitFor(() => expect(frames.join('\n')).toBe(lines.join('\n')), 30_000);
    expect(frames).toHaveLength(protocols.length > 0 ? 1 : 3);
  }
});
