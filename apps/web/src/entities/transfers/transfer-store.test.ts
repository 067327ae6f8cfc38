import { describe, expect, it } from 'vitest';
import { transferParts } from '#web/testing/transfer-parts.ts';
import type { SendUpload, UploadRequest } from './send-upload.ts';
import { type BatchEnd, TransferStore } from './transfer-store.ts';
import { groupState, sentShare, type UploadFailure } from './upload-group.ts';

interface Sent extends UploadRequest {
  readonly finish: (failure?: UploadFailure) => Promise<void>;
}

const target = { bucket: 'b', folder: 'in/' };
const refused: UploadFailure = { code: 'AccessDenied', status: 403, message: 'No.' };
const loggedOut: UploadFailure = { code: 'SessionRequired', status: 401, message: 'Ended.' };
const aborted: UploadFailure = { code: undefined, status: undefined, message: undefined };

function file(name: string, size = 4): File {
  return new File(['x'.repeat(size)], name);
}

function chosen(...paths: readonly string[]) {
  return paths.map((path) => ({ path, file: file(path.slice(path.lastIndexOf('/') + 1)) }));
}

function setUp(concurrency = 2) {
  const sent: Sent[] = [];
  const send: SendUpload = (request) => {
    const { promise, resolve } = Promise.withResolvers<UploadFailure | undefined>();
    request.signal.addEventListener('abort', () => resolve(aborted));
    const finish = async (failure?: UploadFailure) => {
      resolve(failure);
      // The store continues in the microtasks after the response.
      for (let turn = 0; turn < 5; turn += 1) await promise;
    };
    sent.push({ ...request, finish });
    return promise;
  };
  let id = 0;
  let now = 0;
  const store = new TransferStore({
    ...transferParts(),
    send,
    now: () => now,
    newId: () => `id-${id++}`,
  });
  store.setConcurrency(concurrency);
  const ends: BatchEnd[] = [];
  store.onBatchEnd((end) => ends.push(end));
  const at = (milliseconds: number) => {
    now = milliseconds;
  };
  return { store, sent, ends, at, states: () => store.state().groups.map(groupState) };
}

async function finishAll(sent: readonly Sent[]): Promise<void> {
  // Finishing one starts the next, so the list grows during iteration.
  for (const request of sent) await request.finish();
}

describe('uploads', () => {
  it('sends a request per file, a few at a time, under its whole path', async () => {
    const { store, sent, ends } = setUp(2);
    store.upload(chosen('photos/a.jpg', 'photos/2026/b.jpg', 'photos/c.jpg'), target);
    expect(sent.map(({ key }) => key)).toEqual(['in/photos/a.jpg', 'in/photos/2026/b.jpg']);
    await sent[0]?.finish();
    expect(sent.map(({ key }) => key)).toContain('in/photos/c.jpg');
    expect(ends).toEqual([]);
    await finishAll(sent);
    expect(ends).toEqual([{ ...target, outcome: 'stored' }]);
    expect(store.state().groups).toMatchObject([{ kind: 'folder', name: 'photos', done: 3 }]);
  });

  it('tells about a batch once, when its last group has ended', async () => {
    const { store, sent, ends } = setUp(9);
    store.upload(chosen('a.txt', 'b.txt'), target);
    await sent[0]?.finish(refused);
    expect(ends).toEqual([]);
    await sent[1]?.finish();
    expect(ends).toEqual([{ ...target, outcome: 'failed' }]);
  });

  it('shows how much has gone out and counts a stored file whole', async () => {
    const { store, sent } = setUp();
    store.upload([{ path: 'a.bin', file: file('a.bin', 100) }], target);
    sent[0]?.onProgress(25);
    expect(store.state().groups.map(sentShare)).toEqual([0.25]);
    await sent[0]?.finish();
    expect(store.state().groups.map(sentShare)).toEqual([1]);
  });

  it('cancels one group: aborts what runs, never sends the rest, announces it', async () => {
    const { store, sent, ends, states } = setUp(1);
    store.upload(chosen('d/a', 'd/b'), target);
    const [group] = store.state().groups;
    store.cancel(group?.id ?? '');
    await sent[0]?.finish();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(states()).toEqual(['canceled']);
    expect(ends).toEqual([{ ...target, outcome: 'canceled' }]);
  });

  it('cancels everything', async () => {
    const { store, sent, states } = setUp(2);
    store.upload(chosen('a', 'b', 'c'), target);
    store.cancelAll();
    await finishAll(sent);
    expect(states()).toEqual(['canceled', 'canceled', 'canceled']);
  });

  it('sends failed files again, and only those', async () => {
    const { store, sent, ends, states } = setUp(9);
    store.upload(chosen('d/a', 'd/b'), target);
    await sent[0]?.finish(refused);
    await sent[1]?.finish();
    expect(states()).toEqual(['failed']);
    store.retry(store.state().groups[0]?.id ?? '');
    expect(sent.map(({ key }) => key)).toEqual(['in/d/a', 'in/d/b', 'in/d/a']);
    await sent[2]?.finish();
    expect(states()).toEqual(['done']);
    expect(ends.map(({ outcome }) => outcome)).toEqual(['failed', 'stored']);
    expect(store.state().groups[0]).toMatchObject({ total: 2, done: 2, failed: [] });
  });

  it('stops sending when the session has ended, and can be retried after a login', async () => {
    const { store, sent, ends, states } = setUp(1);
    store.upload(chosen('d/a', 'd/b', 'e.txt'), target);
    await sent[0]?.finish(loggedOut);
    expect(sent).toHaveLength(1);
    expect(ends).toEqual([{ ...target, outcome: 'sessionEnded' }]);
    expect(states()).toEqual(['failed', 'failed']);
    expect(store.state().groups[0]?.failed[0]?.failure).toEqual(loggedOut);
    store.retry(store.state().groups[0]?.id ?? '');
    expect(sent).toHaveLength(2);
  });

  it('fails a key over 1,024 bytes without sending it', async () => {
    const { store, sent, states } = setUp();
    store.upload(chosen('é'.repeat(511)), target);
    await Promise.resolve();
    await Promise.resolve();
    expect(sent).toEqual([]);
    expect(states()).toEqual(['failed']);
    expect(store.state().groups[0]?.failed[0]?.failure.code).toBe('KeyTooLong');
  });

  it('forgets finished groups when asked and keeps those that run', async () => {
    const { store, sent } = setUp(9);
    store.upload(chosen('a', 'b'), target);
    await sent[0]?.finish();
    store.dismissFinished();
    expect(store.state().groups.map(({ name }) => name)).toEqual(['b']);
  });

  it('forgets everything for another account and announces nothing of it', async () => {
    const { store, sent, ends } = setUp(1);
    store.setOwner('ann');
    store.upload(chosen('a', 'b'), target);
    store.setOwner('ann');
    expect(store.state().groups).toHaveLength(2);
    store.setOwner('bob');
    await sent[0]?.finish();
    expect(store.state().groups).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(ends).toEqual([]);
  });

  it('does not grow slower with 20,000 files in a folder', async () => {
    const { store, sent, states } = setUp(4);
    store.upload(chosen(...Array.from({ length: 20_000 }, (_, i) => `d/${i}`)), target);
    await finishAll(sent);
    expect(states()).toEqual(['done']);
  });
});
