import { afterEach, expect, it, vi } from 'vitest';
import { type IssuedSession, SessionRegistry } from './session-registry.ts';

const NOW = Date.UTC(2026, 0, 1);

function fakeDocuments() {
  const kinds = new Map<string, Map<string, string>>();
  const of = (kind: string) => {
    const documents = kinds.get(kind) ?? new Map<string, string>();
    kinds.set(kind, documents);
    return documents;
  };
  return {
    listDocuments: (kind: string) => [...of(kind)].map(([name, value]) => ({ name, value })),
    putDocument: async (kind: string, name: string, value: string | null) => {
      if (value === null) of(kind).delete(name);
      else of(kind).set(name, value);
    },
    putDocuments: async () => undefined,
  };
}

const session = (accessKey: string, change: Partial<IssuedSession> = {}): IssuedSession => ({
  accessKey,
  parent: 'ada',
  issuedAt: Date.now(),
  expiresAt: Date.now() + 3_600_000,
  ...change,
});

afterEach(() => vi.useRealTimers());

it('lists the sessions of a parent until they end, and drops their documents then', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const documents = fakeDocuments();
  const registry = new SessionRegistry(documents);
  await registry.add(session('short', { expiresAt: NOW + 1_000 }));
  await registry.add(session('long'));
  await registry.add(session('other', { parent: 'bob' }));
  expect(registry.of('ada').map(({ accessKey }) => accessKey)).toEqual(['short', 'long']);
  vi.setSystemTime(NOW + 120_000);
  expect(registry.get('short')).toBeUndefined();
  await registry.add(session('newer'));
  expect(documents.listDocuments('session').map(({ name }) => name)).toEqual([
    'long',
    'other',
    'newer',
  ]);
});

it('lists a thousand of a parent, the newest', async () => {
  const registry = new SessionRegistry(fakeDocuments());
  for (let n = 0; n < 1_003; n += 1) {
    await registry.add(session(`key-${n}`, { issuedAt: NOW + n }));
  }
  const listed = registry.of('ada');
  expect(listed).toHaveLength(1_000);
  expect(listed[0]?.accessKey).toBe('key-3');
});

it('revokes what was issued before, of one type or of all', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const documents = fakeDocuments();
  const registry = new SessionRegistry(documents);
  const app = session('app', { revokeType: 'app' });
  const plain = session('plain');
  await registry.revoke('ada', 'app');
  expect([app, plain].map((one) => registry.isRevoked(one))).toEqual([true, false]);
  vi.setSystemTime(NOW + 1);
  expect(registry.isRevoked(session('later', { revokeType: 'app' }))).toBe(false);
  expect(registry.isRevoked(session('bobs', { parent: 'bob', issuedAt: NOW }))).toBe(false);
  await registry.revoke('ada');
  expect(new SessionRegistry(documents).isRevoked(plain)).toBe(true);
});

it('revokes for good, and gives sessions anew, also after the clock was set back', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const registry = new SessionRegistry(fakeDocuments());
  const ended = session('ended');
  await registry.add(ended);
  await registry.revoke('ada');
  vi.setSystemTime(NOW - 3_600_000);
  const given = session('given', { issuedAt: registry.beginning({ parent: 'ada' }) });
  await registry.add(given);
  expect([ended, given].map((one) => registry.isRevoked(one))).toEqual([true, false]);
  await registry.revoke('ada');
  expect([ended, given].map((one) => registry.isRevoked(one))).toEqual([true, true]);
});

it('remembers a bounded number of types, and revokes more rather than less', async () => {
  const registry = new SessionRegistry(fakeDocuments());
  const plain = session('plain', { issuedAt: NOW });
  for (let n = 0; n < 100; n += 1) await registry.revoke('ada', `type-${n}`);
  expect(registry.isRevoked(plain)).toBe(false);
  await registry.revoke('ada', 'one-more');
  expect(registry.isRevoked(plain)).toBe(true);
  expect(registry.isRevoked(session('odd', { issuedAt: NOW, revokeType: '__proto__' }))).toBe(true);
});
