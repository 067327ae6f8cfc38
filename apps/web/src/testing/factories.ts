import type { SessionInfo } from '@stowage/contract/auth';
import type { Bucket } from '@stowage/contract/buckets';
import { PAGES, ROUTES } from '@stowage/contract/pages';
import { capabilitiesWhere } from '@stowage/domain/capabilities';

/**
 * A session of an administrator of a distributed setup, with every available page except the
 * metrics wall, to which users with a dashboard are not directed.
 */
export function aSession(parts: Partial<SessionInfo> = {}): SessionInfo {
  return {
    status: 'ok',
    pages: PAGES.filter(({ ready, pattern }) => ready && pattern !== ROUTES.metrics.pattern).map(
      (page) => page.pattern,
    ),
    features: [],
    operator: false,
    distributedMode: true,
    capabilities: capabilitiesWhere(() => true),
    policy: {
      version: '2012-10-17',
      statement: [{ effect: 'Allow', action: ['s3:*', 'admin:*'] }],
    },
    allowedActions: ['admin:*'],
    accountName: 'root',
    storageHost: 'storage.example.test',
    uploads: 3,
    downloads: 3,
    endsIn: 12 * 3600,
    idleSeconds: 12 * 3600,
    ...parts,
  };
}

/** A bucket whose owner has all permissions on it. */
export function aBucket(parts: Partial<Bucket> = {}): Bucket {
  return {
    name: 'photos',
    creation_date: '2026-03-03T10:00:00Z',
    size: 0,
    objects: 0,
    rw_access: { read: true, write: true },
    manage: true,
    access: 'PRIVATE',
    allowedActions: ['s3:*'],
    ...parts,
  };
}
