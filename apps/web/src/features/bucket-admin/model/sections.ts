import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';
import type { Capabilities, Capability } from '@stowage/domain/capabilities';
import { pagePath } from '#web/lib/router/page-path.ts';

/** The pages of a bucket's settings by the last part of their address, in the order of the menu. */
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
  /** What the server must offer for the section to be there at all. */
  readonly needs?: Capability;
  /** One of these actions opens the section; everybody may open it without any. */
  readonly anyOf: readonly string[];
  readonly distributedOnly?: true;
}

/** Who sees a section: where the server offers it, with one of the actions. */
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

/** The sections that are open to the caller of this bucket. */
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

/** Whether the server lacks what a section is about; the caller's permissions do not matter then. */
export function isNotOffered(section: SectionId, capabilities: Capabilities): boolean {
  const { needs } = GATES[section];
  return needs !== undefined && !capabilities[needs];
}

/** The address of a section of a bucket. */
export function sectionPath(bucket: string, section: SectionId): string {
  return pagePath('bucketAdmin', { bucketName: bucket, rest: section });
}
