import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { UploadRequest } from '#web/entities/transfers/send-upload.ts';
import { TransferContext } from '#web/entities/transfers/transfer-context.ts';
import { TransferStore } from '#web/entities/transfers/transfer-store.ts';
import type { UploadFailure } from '#web/entities/transfers/upload-group.ts';
import { onSessionLost } from '#web/lib/api/session-lost.ts';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { memoryStorage, transferParts } from '#web/testing/transfer-parts.ts';
import { Dock } from '#web/ui/dock/dock.tsx';
import { useUploadList } from './use-upload-list.tsx';

function TransfersDock() {
  return <Dock lists={[useUploadList()]} />;
}

interface Sent extends UploadRequest {
  readonly finish: (failure?: UploadFailure) => Promise<void>;
}

let now = 0;
let sent: Sent[] = [];

function newStore(storage = memoryStorage()): TransferStore {
  let id = 0;
  return new TransferStore({
    ...transferParts(storage),
    send: (request) => {
      const { promise, resolve } = Promise.withResolvers<UploadFailure | undefined>();
      request.signal.addEventListener('abort', () =>
        resolve({ code: undefined, status: undefined, message: undefined }),
      );
      sent.push({ ...request, finish: (failure) => act(async () => resolve(failure)) });
      return promise;
    },
    now: () => now,
    newId: () => `${id++}`,
  });
}

beforeEach(() => {
  now = 0;
  sent = [];
});

const file = (name: string, size: number) => new File(['x'.repeat(size)], name);

async function open(session = aSession({ uploads: 2 }), storage = memoryStorage()) {
  const store = newStore(storage);
  const rendered = await renderScreen(
    <TransferContext value={store}>
      <TransfersDock />
    </TransferContext>,
    { session },
  );
  const upload = (...paths: readonly string[]) =>
    act(async () =>
      store.upload(
        paths.map((path) => ({ path, file: file(path.slice(path.lastIndexOf('/') + 1), 100) })),
        { bucket: 'photos', folder: 'in/' },
      ),
    );
  return { ...rendered, store, upload };
}

const dock = () => screen.getByRole('region', { name: 'Transfers' });
const message = () => clientState().modalSnackBar;

describe('the transfers dock', () => {
  it('is not there before the first transfer', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull();
  });

  it('shows progress, speed and time left [OBJ-11]', async () => {
    const { upload } = await open();
    await upload('a.bin');
    now = 1000;
    await act(async () => sent[0]?.onProgress(20));
    expect(dock()).toHaveTextContent('a.bin');
    expect(dock()).toHaveTextContent('20 % · 20 B/s · 4 s left');
    const bar = within(dock()).getByRole('progressbar', { name: 'Progress of a.bin' });
    expect(bar.getAttribute('aria-valuenow')).toBe('20');
    expect(dock()).toHaveTextContent('1 running');
  });

  it('shows a folder as one line with its counts', async () => {
    const { upload } = await open();
    await upload('trip/a', 'trip/b', 'trip/c/d');
    await sent[0]?.finish();
    expect(within(dock()).getAllByRole('listitem')).toHaveLength(1);
    expect(dock()).toHaveTextContent('trip/ (3 files)');
    expect(dock()).toHaveTextContent('1 done');
  });

  it('sends as many at once as the session allows, and four at most', async () => {
    const { upload } = await open();
    await upload('a', 'b', 'c');
    expect(sent).toHaveLength(2);
    sent = [];
    const many = await open(aSession({ uploads: 100 }));
    await many.upload('1', '2', '3', '4', '5');
    expect(sent).toHaveLength(4);
  });

  it('says when everything was stored, and loads the lists again [OBJ-12]', async () => {
    const { upload, queryClient } = await open();
    queryClient.setQueryData(['objects', 'photos', 'folder', 'in/', ''], { pages: [{}] });
    queryClient.setQueryData(['buckets', 'list'], {});
    await upload('a', 'b');
    await sent[0]?.finish();
    expect(message()).toBeNull();
    await sent[1]?.finish();
    await waitFor(() => expect(message()?.message).toBe('Object(s) uploaded successfully.'));
    const stale = (key: readonly string[]) => queryClient.getQueryState(key)?.isInvalidated;
    await waitFor(() => expect(stale(['objects', 'photos', 'folder', 'in/', ''])).toBe(true));
    expect(stale(['buckets', 'list'])).toBe(true);
  });

  it.each([400, 401, 403, 500])('says when status %d came instead [OBJ-13]', async (status) => {
    const { upload } = await open();
    await upload('a');
    await sent[0]?.finish({ code: undefined, status, message: 'The reason' });
    await waitFor(() =>
      expect(message()).toMatchObject({
        message: 'An error occurred while uploading the file(s).',
        type: 'error',
      }),
    );
    const reason = status === 401 ? 'The session has ended. Log in again and retry.' : 'The reason';
    expect(dock()).toHaveTextContent(reason);
  });

  it('leads to the login after a 401, when its message has been read', async () => {
    const reasons: string[] = [];
    onTestFinished(onSessionLost((reason) => reasons.push(reason)));
    const { upload, user } = await open();
    await upload('a');
    await sent[0]?.finish({ code: 'SessionRequired', status: 401, message: undefined });
    await user.click(await within(dock()).findByRole('button', { name: 'Log in' }));
    expect(reasons).toEqual(['unauthorized']);
  });

  it('loads nothing again after a 401, so that its own message stays', async () => {
    const { upload, queryClient } = await open();
    queryClient.setQueryData(['buckets', 'list'], {});
    await upload('a');
    await sent[0]?.finish({ code: 'SessionRequired', status: 401, message: undefined });
    await waitFor(() => expect(message()?.type).toBe('error'));
    expect(queryClient.getQueryState(['buckets', 'list'])?.isInvalidated).toBe(false);
  });

  it('leads to the login after a 401, when its own message has been read [AUTH-41]', async () => {
    const lost = vi.fn();
    onTestFinished(onSessionLost(lost));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { upload } = await open();
    await upload('a');
    await sent[0]?.finish({ code: 'SessionRequired', status: 401, message: undefined });
    await waitFor(() =>
      expect(dock()).toHaveTextContent('The session has ended. Log in again and retry.'),
    );
    expect(lost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4000);
    expect(lost).toHaveBeenCalledExactlyOnceWith('unauthorized');
  });

  it('sends what failed again by Retry', async () => {
    const { upload, user } = await open();
    await upload('trip/a', 'trip/b');
    await sent[0]?.finish({ code: undefined, status: undefined, message: undefined });
    await sent[1]?.finish();
    expect(dock()).toHaveTextContent('1 of 2 failed');
    await user.click(screen.getByRole('button', { name: 'Retry trip/ (2 files)' }));
    expect(sent.at(-1)?.key).toBe('in/trip/a');
    await sent.at(-1)?.finish();
    expect(dock()).toHaveTextContent('2 done');
  });

  it('cancels one, or all of them', async () => {
    const { upload, user } = await open();
    await upload('a', 'b', 'c');
    await user.click(screen.getByRole('button', { name: 'Cancel a' }));
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(sent[1]?.signal.aborted).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Cancel all' }));
    await waitFor(() => expect(dock()).toHaveTextContent(/cancelled.*cancelled.*cancelled/));
    expect(message()).toBeNull();
  });

  it('collapses, and closes when nothing runs', async () => {
    const { upload, user } = await open();
    await upload('a');
    await user.click(screen.getByRole('button', { name: 'Collapse transfers' }));
    expect(within(dock()).queryByRole('list')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Close transfers' })).toBeNull();
    await sent[0]?.finish();
    await user.click(screen.getByRole('button', { name: 'Close transfers' }));
    expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull();
  });

  it('has the browser ask before the tab is closed, while something runs', async () => {
    const { upload } = await open();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await upload('a');
    expect(leave()).toBe(true);
    await sent[0]?.finish();
    expect(leave()).toBe(false);
  });

  it('ends what runs when the shell goes, and shows another account nothing of it', async () => {
    const { upload, store, unmount } = await open();
    await upload('a');
    unmount();
    expect(sent[0]?.signal.aborted).toBe(true);
    await vi.waitFor(() => expect(store.state().groups).toHaveLength(1), 30_000);
    await renderScreen(
      <TransferContext value={store}>
        <TransfersDock />
      </TransferContext>,
      { session: aSession({ accountName: 'somebody else' }) },
    );
    expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull();
  });
});

describe('an upload that an earlier page has begun', () => {
  const record = {
    ...{ id: 'r1', account: 'root', bucket: 'photos', key: 'in/film.mp4', name: 'film.mp4' },
    ...{ size: 100, lastModified: 7, uploadId: 'u1', partSize: 50, storedBytes: 50 },
  };
  const openPaused = async () => {
    const storage = memoryStorage();
    storage.setItem('upload:r1', JSON.stringify(record));
    storage.setItem('upload:r2', JSON.stringify({ ...record, id: 'r2', account: 'alice' }));
    storage.setItem('upload:r3', 'not a record');
    const opened = await open(undefined, storage);
    await screen.findByText('50 % stored');
    const choose = (chosen: File) =>
      opened.user.upload(dock().querySelector('input[type="file"]') as HTMLInputElement, chosen);
    return { ...opened, choose };
  };
  const film = (lastModified: number) => new File(['x'.repeat(100)], 'film.mp4', { lastModified });

  it('is shown to its account, and continues when the file is chosen again', async () => {
    const { choose } = await openPaused();
    expect(within(dock()).getAllByRole('listitem')).toHaveLength(1);
    expect(dock()).toHaveTextContent('Interrupted. Choose the file again to continue.');
    await choose(film(7));
    expect(sent.map(({ bucket, key }) => `${bucket}/${key}`)).toEqual(['photos/in/film.mp4']);
  });

  it('does not take another file for it', async () => {
    const { choose } = await openPaused();
    await choose(film(8));
    expect(sent).toEqual([]);
    expect(dock()).toHaveTextContent('This is another file. Choose film.mp4 (100 B) as it was');
  });

  it('can be discarded with what has arrived', async () => {
    const aborted: string[] = [];
    class Request extends EventTarget {
      readonly upload = new EventTarget();
      status = 204;
      responseText = '';
      open(method: string, url: string) {
        aborted.push(`${method} ${url}`);
      }
      setRequestHeader() {}
      send() {
        this.dispatchEvent(new Event('loadend'));
      }
    }
    vi.stubGlobal('XMLHttpRequest', Request);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user, store } = await openPaused();
    await user.click(screen.getByRole('button', { name: 'Discard film.mp4' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull());
    expect(store.ledger.list()).toEqual([]);
    const path = encodeURIComponent(btoa('in/film.mp4'));
    expect(aborted).toEqual([`DELETE /api/v1/buckets/photos/uploads/u1?path=${path}`]);
  });
});

describe('the end of a session', () => {
  it('stops what runs, and the next login of the account continues it', async () => {
    const { upload, store, unmount } = await open();
    await upload('a', 'b', 'c');
    unmount();
    await waitFor(() =>
      expect(store.state().groups.every(({ failed }) => failed.length === 1)).toBe(true),
    );
    sent = [];
    await renderScreen(
      <TransferContext value={store}>
        <TransfersDock />
      </TransferContext>,
      { session: aSession({ uploads: 4 }) },
    );
    await waitFor(() => expect(sent.map(({ key }) => key)).toEqual(['in/a', 'in/b', 'in/c']));
  });

  it('says that the connection is lost while a file is tried again', async () => {
    const { upload } = await open();
    await upload('a');
    await act(async () => sent[0]?.onStall?.(true));
    expect(dock()).toHaveTextContent('0 % · no connection, retrying');
    await act(async () => sent[0]?.onStall?.(false));
    expect(dock()).not.toHaveTextContent('retrying');
  });
});
