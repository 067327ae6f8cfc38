import type {
  ReplicationRule,
  ReplicationTargetStatus,
} from '@stowage/contract/bucket-admin/replication';
import type { Bucket } from '@stowage/contract/buckets';
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aBucket } from '#web/testing/factories.ts';
import { fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ReplicationSection } from '../replication-section.tsx';

const arn = 'arn:minio:replication::6f0c:backup';
export const otherArn = 'arn:aws:s3:::archive';

export function aRule(parts: Partial<ReplicationRule> = {}): ReplicationRule {
  return {
    id: 'rule-1',
    priority: 2,
    status: 'Enabled',
    destination: { bucket: arn },
    prefix: 'photos/',
    tags: 'keep=yes',
    delete_marker_replication: false,
    deletes_replication: true,
    metadata_replication: true,
    existing_objects: false,
    endpoint: 'backup.example.test:9000',
    targetBucket: 'backup',
    syncMode: 'async',
    bandwidth: String(1024 ** 3),
    healthCheckPeriod: 30,
    revision: 'r1',
    ...parts,
  };
}

export const second = aRule({
  id: 'rule-2',
  priority: 1,
  status: 'Disabled',
  destination: { bucket: otherArn },
  prefix: '',
  tags: '',
  endpoint: undefined,
  targetBucket: undefined,
});

export const well: ReplicationTargetStatus = {
  arn,
  endpoint: 'backup.example.test:9000',
  bucket: 'backup',
  online: true,
  replicated: { objects: 1204, size: 5 * 1024 ** 2 },
  pending: { objects: 3, size: 2048 },
  failed: { objects: 1, size: 10 },
};

export async function openReplication(
  rules: ReplicationRule[],
  handlers: Handlers = {},
  bucket: Partial<Bucket> = {},
) {
  const server = fakeServer({
    'bucketAdmin.listReplicationRules': () => ({ rules }),
    'bucketAdmin.getReplicationStatus': () => ({ targets: [well] }),
    ...handlers,
  });
  const rendered = await renderScreen(
    <ReplicationSection bucket={aBucket({ name: 'photos', ...bucket })} />,
  );
  return { ...rendered, server };
}

export const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

export async function openMenu(user: UserEvent, name: RegExp) {
  await user.click((await row(name)).getByRole('button', { name: /^Actions for/ }));
  return screen.findByRole('menu');
}

export async function openAdd(user: UserEvent) {
  const [add] = await screen.findAllByRole('button', { name: 'Add Replication Rule' });
  await user.click(add as Element);
  return within(await screen.findByRole('dialog', { name: 'Set Bucket Replication' }));
}

type Dialog = Awaited<ReturnType<typeof openAdd>>;

/** Enters a text at once: typing it key by key is slow on a busy machine. */
export function fill(field: HTMLElement, text: string) {
  fireEvent.change(field, { target: { value: text } });
}

export function fillRemote(dialog: Dialog) {
  fill(dialog.getByLabelText(/^Access Key/), 'replicator');
  fill(dialog.getByLabelText(/^Secret Key/), 'replicator-secret');
  fill(dialog.getByLabelText(/^Target URL/), 'backup.example.test:9000');
  fill(dialog.getByLabelText(/^Destination Bucket/), 'backup');
}

export const save = (dialog: Dialog) => dialog.getByRole('button', { name: 'Save' });
