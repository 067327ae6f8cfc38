import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';
import type { Capabilities, Capability } from '@stowage/domain/capabilities';
import { pagePath } from '#web/lib/router/page-path.ts';

/** The pages of a bucket's settings, by the last part of their address, in menu order. */
export const SECTION_IDS = [
  'summary',
  'events',
  'replication',
  'lifecycle',
  'cors',
  'access',
  'prefix',
  'uploads',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

interface Gate {
  /** What the server must support for the section to exist. */
  readonly needs?: Capability;
  /** Any of these actions opens the section; without any, it is open to everyone. */
  readonly anyOf: readonly string[];
  readonly distributedOnly?: true;
}

/** Who sees a section: it needs the server's support and one of the actions. */
const GATES: Readonly<Record<SectionId, Gate>> = {
  summary: { anyOf: [] },
  events: { needs: 'notifications', anyOf: ['s3:GetBucketNotification'] },
  replication: {
    needs: 'replication',
    anyOf: ['s3:GetReplicationConfiguration'],
    distributedOnly: true,
  },
  lifecycle: {
    needs: 'lifecycle',
    anyOf: ['s3:GetLifecycleConfiguration'],
    distributedOnly: true,
  },
  cors: { needs: 'cors', anyOf: ['s3:GetBucketCors'] },
  access: {
    needs: 'admin',
    anyOf: ['admin:GetPolicy', 'admin:ListUserPolicies', 'admin:ListUsers'],
  },
  prefix: { needs: 'policy', anyOf: ['s3:GetBucketPolicy'] },
  uploads: { anyOf: ['s3:ListBucketMultipartUploads'] },
};

/** Returns the sections of this bucket that are open to the caller. */
export function openSections(
  { allowedActions }: Pick<Bucket, 'allowedActions'>,
  distributed: boolean,
): readonly SectionId[] {
  return SECTION_IDS.filter((id) => {
    const { anyOf, distributedOnly } = GATES[id];
    if (distributedOnly && !distributed) return false;
    return anyOf.length === 0 || anyOf.some((action) => grants(allowedActions, action));
  });
}

/** Whether the server does not support a section, regardless of the caller's permissions. */
export function isNotOffered(section: SectionId, capabilities: Capabilities): boolean {
  const { needs } = GATES[section];
  return needs !== undefined && !capabilities[needs];
}

/** Returns the address of a section of a bucket. */
export function sectionPath(bucket: string, section: SectionId): string {
  return pagePath('bucketAdmin', { bucketName: bucket, rest: section });
}
