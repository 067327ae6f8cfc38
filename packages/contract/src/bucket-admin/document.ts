import { BucketRetention } from '../buckets.ts';
import { endpoint, storage } from '../endpoint.ts';
import { z } from '../zod.ts';
import { EventType } from './events.ts';
import { EncryptionType, MAX_POLICY_BYTES, Tags, VersioningStatus } from './settings.ts';
import { BucketParams, changeErrors, readErrors } from './shared.ts';

/** The sections of a bucket's settings, in the order in which they are applied. */
export const SECTIONS = [
  'versioning',
  'retention',
  'encryption',
  'quota',
  'tags',
  'policy',
  'lifecycle',
  'cors',
  'events',
] as const;
export const Section = z.enum(SECTIONS);
export type Section = z.infer<typeof Section>;

/**
 * The longest document, in bytes: room for a lifecycle of a thousand rules, a policy and many
 * subscriptions.
 */
export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

/** Deeper than any policy, and shallow enough to process recursively. */
const MAX_POLICY_DEPTH = 20;

function nestsAtMost(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => nestsAtMost(inner, depth - 1));
}

/**
 * A bucket's settings as a document. A null section is switched off or empty; an absent one was not
 * readable and changes nothing when applied. Replication is excluded: its targets contain secrets,
 * which never leave the server.
 */
export const BucketDocument = z.strictObject({
  kind: z.literal('stowage/bucket-settings'),
  version: z.literal(1),
  bucket: z.string(),
  exportedAt: z.string(),
  settings: z.strictObject({
    versioning: VersioningStatus.optional(),
    retention: BucketRetention.nullable().optional(),
    encryption: z
      .strictObject({ type: EncryptionType, key: z.string().optional() })
      .nullable()
      .optional(),
    /** Bytes. */
    quota: z.int().min(1).nullable().optional(),
    tags: Tags.nullable().optional(),
    /**
     * The policy document; resources that name the bucket are rewritten when applied to another.
     */
    policy: z
      .record(z.string(), z.unknown())
      .refine((policy) => nestsAtMost(policy, MAX_POLICY_DEPTH), {
        error: 'It nests too deeply',
        abort: true,
      })
      .refine(
        (policy) => JSON.stringify(policy).length <= MAX_POLICY_BYTES,
        `Too big: at most ${MAX_POLICY_BYTES} bytes`,
      )
      .nullable()
      .optional(),
    /** S3's lifecycle configuration, XML. */
    lifecycle: z.string().nullable().optional(),
    /** In order of precedence; validated by the server. */
    cors: z
      .array(
        z.strictObject({
          id: z.string(),
          origins: z.array(z.string()),
          methods: z.array(z.string()),
          headers: z.array(z.string()),
          exposed: z.array(z.string()),
          max_age: z.number().optional(),
        }),
      )
      .nullable()
      .optional(),
    events: z
      .array(
        z.strictObject({
          arn: z.string(),
          events: z.array(EventType),
          other_events: z.array(z.string()),
          prefix: z.string(),
          suffix: z.string(),
        }),
      )
      .nullable()
      .optional(),
  }),
});
export type BucketDocument = z.infer<typeof BucketDocument>;

export const SectionChange = z.object({
  section: Section,
  /** The section before and after: JSON or XML text for display; absent when off. */
  from: z.string().optional(),
  to: z.string().optional(),
  /** Why the section cannot be applied; absent if it can. */
  refusal: z.string().optional(),
});
export type SectionChange = z.infer<typeof SectionChange>;

export const exportSettings = endpoint({
  id: 'bucketAdmin.exportSettings',
  method: 'GET',
  path: '/buckets/{bucket}/settings',
  summary: 'The settings of the bucket as a document, as far as the caller may read them',
  permission: storage('s3:ListBucket'),
  params: BucketParams,
  response: BucketDocument,
  status: 200,
  errors: readErrors,
});

export const previewSettings = endpoint({
  id: 'bucketAdmin.previewSettings',
  method: 'POST',
  path: '/buckets/{bucket}/settings/preview',
  summary: 'What would change if a document of settings were applied to the bucket',
  permission: storage('s3:ListBucket'),
  params: BucketParams,
  body: BucketDocument,
  response: z.object({
    /** Only the sections that differ. */
    changes: z.array(SectionChange),
    /** The revision that was compared; pass it when applying. */
    revision: z.string(),
  }),
  status: 200,
  errors: changeErrors,
});

export const applySettings = endpoint({
  id: 'bucketAdmin.applySettings',
  method: 'PUT',
  path: '/buckets/{bucket}/settings',
  summary: 'Apply sections of a document of settings to the bucket',
  permission: storage('s3:ListBucket'),
  params: BucketParams,
  body: z.object({
    document: BucketDocument,
    sections: z.array(Section).min(1),
    revision: z.string(),
  }),
  response: z.object({
    results: z.array(z.object({ section: Section, errorString: z.string().optional() })),
  }),
  status: 200,
  errors: changeErrors,
});

export const emptyBucket = endpoint({
  id: 'bucketAdmin.emptyBucket',
  method: 'POST',
  path: '/buckets/{bucket}/empty',
  summary:
    'Delete objects with all versions, and incomplete uploads, for about two seconds; call again with the cursor until it is done',
  permission: storage('s3:DeleteObjectVersion'),
  recentLogin: ({ body }) => body.cursor === undefined,
  params: BucketParams,
  body: z.object({ cursor: z.string().max(8192).optional() }),
  response: z.object({
    deleted: z.int(),
    /** Where to continue; absent at the end. */
    cursor: z.string().optional(),
    /** The first items that could not be deleted. */
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    refusedCount: z.int(),
  }),
  status: 200,
  errors: [...changeErrors, 'PasswordRequired'],
});
