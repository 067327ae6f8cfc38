import { describe, expect, it } from 'vitest';
import type { IdentityProvider } from './known-providers.ts';
import { StoredProviders } from './stored-providers.ts';

const provider = (name: string): IdentityProvider => ({
  ...{ name, url: 'https://id.example', clientId: 'stowage', scopes: ['openid'] },
});

/** Providers whose reads the test completes itself, one after another. */
function heldBack() {
  const reads: PromiseWithResolvers<readonly IdentityProvider[]>[] = [];
  const failures: unknown[] = [];
  const clock = { now: 0 };
  const stored = new StoredProviders({
    read() {
      const read = Promise.withResolvers<readonly IdentityProvider[]>();
      reads.push(read);
      return read.promise;
    },
    now: () => clock.now,
    onFailure: (error) => failures.push(error),
  });
  return { stored, reads, failures, clock };
}

describe('the providers of the storage server', () => {
  it('are none, without a wait or a call, until it can be asked', async () => {
    const { stored, reads } = heldBack();
    expect(await stored.soon()).toEqual([]);
    await expect(stored.current()).rejects.toMatchObject({ code: 'StorageUnreachable' });
    expect(reads).toEqual([]);
  });

  it('are read when they have changed, and not because somebody looks', async () => {
    const { stored, reads } = heldBack();
    stored.changed();
    reads[0]?.resolve([provider('dex')]);
    expect(await stored.current()).toEqual([provider('dex')]);
    for (let visit = 0; visit < 5; visit += 1) await stored.soon();
    expect(reads).toHaveLength(1);
    stored.changed();
    reads[1]?.resolve([]);
    expect(await stored.current()).toEqual([]);
  });

  it('are what is known where the storage server is slow, and a login waits for it', async () => {
    const { stored, reads } = heldBack();
    stored.changed();
    reads[0]?.resolve([provider('dex')]);
    await stored.current();
    stored.changed();
    const waiting = stored.current();
    expect(await stored.soon()).toEqual([provider('dex')]);
    reads[1]?.resolve([provider('keycloak')]);
    expect(await waiting).toEqual([provider('keycloak')]);
    expect(await stored.soon()).toEqual([provider('keycloak')]);
  });

  it('are read once more where they changed during a read', async () => {
    const { stored, reads } = heldBack();
    stored.changed();
    stored.changed();
    expect(reads).toHaveLength(1);
    const waiting = stored.current();
    reads[0]?.resolve([provider('dex')]);
    await expect.poll(() => reads.length).toBe(2);
    reads[1]?.resolve([]);
    expect(await waiting).toEqual([]);
  });

  it('are tried again after a failure, not with each visit', async () => {
    const { stored, reads, failures, clock } = heldBack();
    stored.changed();
    const waiting = stored.current();
    reads[0]?.reject(new Error('gone'));
    await expect(waiting).rejects.toMatchObject({ code: 'StorageUnreachable' });
    expect(await stored.soon()).toEqual([]);
    expect([reads.length, failures.length]).toEqual([1, 1]);
    clock.now += 5_000;
    const later = stored.current();
    reads[1]?.resolve([provider('dex')]);
    expect(await later).toEqual([provider('dex')]);
  });

  it('stay the same objects while their settings do', async () => {
    const { stored, reads } = heldBack();
    stored.changed();
    reads[0]?.resolve([provider('dex')]);
    const [before] = await stored.current();
    stored.changed();
    reads[1]?.resolve([provider('dex'), provider('other')]);
    expect((await stored.current())[0]).toBe(before);
  });
});
