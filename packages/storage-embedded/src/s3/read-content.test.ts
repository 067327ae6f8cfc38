import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../api-request.ts';
import type { StoredObject } from '../engine/types.ts';
import { readContent } from './read-content.ts';

describe('the stream of an encrypted content', () => {
  it.each([false, true])('closes the stored one with it, begun: %s', async (begun) => {
    const stored = new Readable({ read: () => undefined });
    const engine = { readSmall: () => undefined, readObject: () => stored };
    const store = { engine } as unknown as ApiRequest['store'];
    const object = { size: 200_000 } as StoredObject;
    const dataKey = randomBytes(32);
    const content = readContent(store, object, { range: undefined, dataKey });
    if (content instanceof Promise) {
      throw new Error('a stream was expected');
    }
    if (begun) {
      content.resume();
      stored.push(randomBytes(100));
    }
    const closed = once(stored, 'close');
    content.destroy();
    await closed;
    expect(stored.destroyed).toBe(true);
  });
});
