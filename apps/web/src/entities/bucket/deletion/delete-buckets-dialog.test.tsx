import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DeleteBucketsDialog } from './delete-buckets-dialog.tsx';
import type { DeletableBucket } from './use-bucket-deletion.ts';

const all = ['s3:*'];
const message = () => clientState().modalSnackBar?.message;

async function ask(
  handlers: Handlers,
  buckets: DeletableBucket[] = [{ name: 'photos', allowedActions: all }],
) {
  const server = fakeServer(handlers);
  const left: (readonly string[])[] = [];
  let closed = 0;
  const { user } = await renderScreen(
    <DeleteBucketsDialog
      opened
      buckets={buckets}
      onClose={() => {
        closed += 1;
      }}
      onExited={() => undefined}
      onDeleted={(names) => left.push(names)}
    />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Bucket' }));
  const confirm = async (typed: string) => {
    await user.type(dialog.getByLabelText(`Type ${typed} to confirm`), typed);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
  };
  return { server, user, dialog, confirm, left, closed: () => closed };
}

/** A bucket with this many pages of 1,000 objects, which can be deleted once empty. */
function fullBucket(pages: number): Handlers {
  let page = 0;
  return {
    'buckets.delete': () => (page < pages ? fail('BucketNotEmpty') : undefined),
    'bucketAdmin.emptyBucket': ({ body }) => {
      expect(body.cursor).toBe(page === 0 ? undefined : `after-${page}`);
      page += 1;
      return {
        deleted: 1000,
        refused: [],
        refusedCount: 0,
        ...(page < pages && { cursor: `after-${page}` }),
      };
    },
  };
}

describe('deleting a bucket that is not empty', () => {
  it('offers to empty it first, goes on with the cursor, and then deletes it', async () => {
    const { server, user, dialog, confirm, left, closed } = await ask(fullBucket(3));
    await confirm('photos');
    expect(await dialog.findByText(/^Everything in it can be deleted first/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Empty and delete' }));
    await waitFor(() => expect(closed()).toBe(1));
    expect(server.calls('bucketAdmin.emptyBucket')).toHaveLength(3);
    expect(server.calls('buckets.delete')).toHaveLength(2);
    expect(left).toEqual([['photos'], []]);
    expect(message()).toBe("Bucket 'photos' deleted successfully.");
  });

  it('shows how far it is, can be stopped, and goes on', async () => {
    let answer: (() => void) | undefined;
    const { server, user, dialog, confirm, closed } = await ask({
      ...fullBucket(2),
      'bucketAdmin.emptyBucket': async ({ body }) => {
        if (body.cursor !== undefined) await new Promise<void>((resolve) => (answer = resolve));
        return { deleted: 1000, cursor: 'next', refused: [], refusedCount: 0 };
      },
    });
    await confirm('photos');
    await user.click(await dialog.findByRole('button', { name: 'Empty and delete' }));
    expect(await dialog.findByText('1,000 deleted')).toBeDefined();
    expect(dialog.getByRole('progressbar', { name: 'Emptying photos' })).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    expect(await dialog.findByText(/^Stopped/)).toBeDefined();
    answer?.();
    server.use(fullBucket(1));
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(closed()).toBe(1));
  });

  it('names the objects that stay, and why', async () => {
    const { server, user, dialog, confirm } = await ask({
      ...fullBucket(1),
      'bucketAdmin.emptyBucket': () => ({
        deleted: 5,
        refused: [{ name: 'law/contract.pdf', reason: 'Protected by retention.' }],
        refusedCount: 3,
      }),
    });
    await confirm('photos');
    await user.click(await dialog.findByRole('button', { name: 'Empty and delete' }));
    expect(await dialog.findByText('law/contract.pdf')).toBeDefined();
    expect(dialog.getByText('Protected by retention.')).toBeDefined();
    expect(dialog.getByText(/^3 objects could not be deleted/)).toBeDefined();
    expect(dialog.getByText('and 2 more')).toBeDefined();
    expect(server.calls('buckets.delete')).toHaveLength(1);
  });

  it('shows the failure of emptying and lets it be tried again', async () => {
    const { server, user, dialog, confirm, closed } = await ask({
      ...fullBucket(1),
      'bucketAdmin.emptyBucket': () => fail('StorageTimeout'),
    });
    await confirm('photos');
    await user.click(await dialog.findByRole('button', { name: 'Empty and delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('did not answer in time');
    server.use(fullBucket(1));
    server.use({ 'buckets.delete': () => undefined });
    await user.click(dialog.getByRole('button', { name: 'Empty and delete' }));
    await waitFor(() => expect(closed()).toBe(1));
  });

  it('does not offer it to those who may not', async () => {
    const { dialog, confirm } = await ask(fullBucket(1), [
      { name: 'photos', allowedActions: ['s3:DeleteBucket'] },
    ]);
    await confirm('photos');
    expect(await dialog.findByText('Your account may not delete what is in it.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Empty and delete' })).toBeDisabled();
  });

  it('empties those of several that have to be', async () => {
    const gone: string[] = [];
    const { server, user, dialog, confirm, left } = await ask(
      {
        'buckets.delete': ({ params }) =>
          params.name === 'full' && server.calls('bucketAdmin.emptyBucket').length === 0
            ? fail('BucketNotEmpty')
            : void gone.push(params.name),
        'bucketAdmin.emptyBucket': () => ({ deleted: 1, refused: [], refusedCount: 0 }),
      },
      [
        { name: 'full', allowedActions: all },
        { name: 'bare', allowedActions: all },
      ],
    );
    await confirm('2 buckets');
    expect(await dialog.findByText('Not empty: full.')).toBeDefined();
    await user.click(await dialog.findByRole('button', { name: 'Empty and delete' }));
    await waitFor(() => expect(gone).toEqual(['bare', 'full']));
    await waitFor(() => expect(left.at(-1)).toEqual([]));
  });
});

describe('a bucket that can only be deleted by force', () => {
  it('says that everything goes with it, and is deleted so', async () => {
    const { server, dialog, confirm, closed } = await ask({ 'buckets.delete': () => undefined }, [
      { name: 'photos', allowedActions: ['s3:ForceDeleteBucket'] },
    ]);
    expect(dialog.getByText(/^Everything in it is deleted as well/)).toBeDefined();
    await confirm('photos');
    await waitFor(() => expect(closed()).toBe(1));
    expect(server.calls('buckets.delete')[0]?.query).toEqual({ force: 'true' });
  });
});
