import { describe, expect, it } from 'vitest';
import { readBounded, readBoundedText } from './read-bounded.ts';

const tooLarge = () => new Error('too large');

describe('reading within a bound', () => {
  it('gives what came, also in pieces that cut letters apart', async () => {
    const bytes = new TextEncoder().encode('grün');
    const pieces = async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    };
    expect([...(await readBounded(pieces(), 5, tooLarge))]).toEqual([...bytes]);
    expect(await readBoundedText(pieces(), 5, tooLarge)).toBe('grün');
    expect(await readBoundedText((async function* () {})(), 0, tooLarge)).toBe('');
  });

  it('ends what has more than it may have', async () => {
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) yield new Uint8Array(3);
      } finally {
        ended = true;
      }
    };
    await expect(readBounded(endless(), 8, tooLarge)).rejects.toThrow('too large');
    expect(ended).toBe(true);
  });
});
