import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import type { Bucket } from '@stowage/contract/buckets';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { LifecycleSection } from '../lifecycle-section.tsx';

export async function openLifecycle(
  lifecycle: LifecycleRule[],
  handlers: Handlers = {},
  bucket: Partial<Bucket> = {},
  session = aSession(),
) {
  const server = fakeServer({
    'bucketAdmin.listLifecycleRules': () => ({ lifecycle }),
    'tiers.list': () => ({
      items: [
        { type: 's3', s3: { name: 'COLD', bucket: 'cold' } },
        { type: 'minio', minio: { name: 'ICE' } },
        { type: 'unsupported' },
      ],
    }),
    ...handlers,
  });
  const rendered = await renderScreen(
    <LifecycleSection bucket={aBucket({ name: 'photos', ...bucket })} />,
    { session },
  );
  return { ...rendered, server };
}

export const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

export async function openAdd(user: UserEvent) {
  const [add] = await screen.findAllByRole('button', { name: 'Add Lifecycle Rule' });
  await user.click(add as Element);
  return within(await screen.findByRole('dialog', { name: 'Add Lifecycle Rule' }));
}

export async function openEdit(user: UserEvent, name: string) {
  const shown = await row(new RegExp(name));
  await user.click(shown.getByRole('button', { name: `Edit ${name}` }));
  return within(await screen.findByRole('dialog', { name: 'Edit Lifecycle Configuration' }));
}

export async function openDelete(user: UserEvent, name: string) {
  const shown = await row(new RegExp(name));
  await user.click(shown.getByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  return within(await screen.findByRole('dialog', { name: 'Delete Lifecycle Rule' }));
}
