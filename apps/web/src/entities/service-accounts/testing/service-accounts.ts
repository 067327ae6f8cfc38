import type { ServiceAccount } from '@stowage/contract/identity/service-accounts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { fakeServer, type Handlers } from '#web/testing/fake-server.ts';

export const POLICY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::b/*'] }],
});

export function anAccount(parts: Partial<ServiceAccount> = {}): ServiceAccount {
  return {
    accessKey: 'BACKUPKEY',
    name: 'Backup',
    description: 'nightly',
    enabled: true,
    ownPolicy: false,
    ...parts,
  };
}

/** A server with these service accounts; `canEdit` decides whether the caller can edit them. */
export function serverWith(accounts: ServiceAccount[], handlers: Handlers = {}, canEdit = true) {
  return fakeServer({
    'buckets.list': () => ({ buckets: [aBucket({ name: 'b' })], total: 1 }),
    'serviceAccounts.listDetails': () => ({ serviceAccounts: accounts }),
    'buckets.hasPermission': ({ body }) => ({
      permissions: body.actions.map(({ id }) => ({ id, can: canEdit })),
    }),
    ...handlers,
  });
}

export const row = async (name: RegExp = /BACKUPKEY/) =>
  within(await screen.findByRole('row', { name }));

export const dialogGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

export async function openCreate(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Create service account' }));
  return within(await screen.findByRole('dialog', { name: 'Create Service Account' }));
}

/** Selects an action from the row's menu. */
export async function choose(user: UserEvent, action: string) {
  await user.click((await row()).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}
