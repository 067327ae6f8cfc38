import type { SessionInfo } from '@stowage/contract/auth';
import type { Bucket } from '@stowage/contract/buckets';
import { aBucket } from '#web/testing/factories.ts';
import { type FakeServer, fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { type RenderedScreen, renderScreen } from '#web/testing/render-screen.tsx';
import { BucketAdminPage } from '../bucket-admin-page.tsx';

const pattern = '/buckets/:bucketName/admin/*';

/**
 * The settings of a bucket that has none: nothing is public, versioned, encrypted, limited or
 * tagged.
 */
const plainSettings: Handlers = {
  'bucketAdmin.getUsage': () => ({ size: 0, objects: 0 }),
  'bucketAdmin.getAccessPolicy': () => ({ access: 'PRIVATE', revision: 'p1' }),
  'bucketAdmin.getVersioning': () => ({ is_versioned: false, status: 'off', revision: 'v1' }),
  'bucketAdmin.getObjectLocking': () => ({ object_locking_enabled: false }),
  'bucketAdmin.getRetention': () => ({ revision: 'r1' }),
  'bucketAdmin.getEncryption': () => fail('EncryptionNotFound'),
  'bucketAdmin.getQuota': () => ({ quota: 0, type: 'hard', revision: 'q1' }),
  'bucketAdmin.getTags': () => ({ tags: {}, revision: 't1' }),
  'bucketAdmin.listReplicationRules': () => ({ rules: [], total: 0 }),
  'bucketAdmin.listKmsKeys': () => ({ configured: false, keys: [] }),
};

interface AdminOptions {
  /** The part of the address after /admin, such as '/events'. */
  readonly section?: string;
  readonly bucket?: Partial<Bucket>;
  readonly handlers?: Handlers;
  readonly session?: SessionInfo;
}

/** Opens the settings of the bucket photos, which has plain settings on a fake server. */
export async function openAdmin(
  options: AdminOptions = {},
): Promise<RenderedScreen & { server: FakeServer }> {
  const bucket = aBucket({
    name: 'photos',
    allowedActions: ['s3:*', 'admin:*'],
    ...options.bucket,
  });
  const server = fakeServer({
    'buckets.get': () => bucket,
    ...plainSettings,
    ...options.handlers,
  });
  const route = `/buckets/photos/admin${options.section ?? '/summary'}`;
  // On a busy machine loading its code takes longer than a test waits for its content.
  if (options.section === undefined) await import('../summary/summary-section.tsx');
  const screenParts = await renderScreen(<BucketAdminPage />, {
    pattern,
    route,
    ...(options.session && { session: options.session }),
  });
  return { ...screenParts, server };
}
