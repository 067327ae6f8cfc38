import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { aBucket } from '#web/testing/factories.ts';
import { fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BulkDialog } from '../bulk/bulk-dialog.tsx';
import { aJob } from './a-job.ts';

/** Opens the dialog of a task for a folder of 1,234 objects, with full permissions. */
export async function openBulk(
  { at = '', kind = 'copy', ...task }: Partial<BulkTask> & { readonly at?: string },
  handlers: Handlers = {},
) {
  const server = fakeServer({
    'buckets.list': () => ({
      buckets: [aBucket({ name: 'my-bucket' }), aBucket({ name: 'archive' })],
      total: 2,
    }),
    'jobs.preview': () => ({ objects: 1234, bytes: 2048, complete: true }),
    'jobs.start': () => aJob({ state: 'waiting' }),
    'jobs.list': () => ({ jobs: [aJob()] }),
    ...handlers,
  });
  const onStarted = vi.fn();
  const rendered = await renderScreen(
    <BulkDialog
      opened
      onClose={() => undefined}
      onExited={() => undefined}
      task={{
        ...(kind === 'restore' ? { kind, at } : { kind }),
        bucket: 'my-bucket',
        folder: 'photos/',
        selection: { items: ['photos/2025/'] },
        versioned: true,
        abilities: objectAbilities(['s3:*']),
        onStarted,
        ...task,
      }}
    />,
  );
  await screen.findByRole('dialog');
  return { ...rendered, server, onStarted };
}
