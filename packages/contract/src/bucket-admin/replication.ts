import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';
import {
  BucketParams,
  changeErrors,
  KeyPart,
  Revision,
  RevisionQuery,
  readErrors,
} from './shared.ts';

export const ReplicationMode = z.enum(['async', 'sync']);
export type ReplicationMode = z.infer<typeof ReplicationMode>;

/** Both are sent in a header of every request. */
const HeaderText = z.string().regex(/^[\x20-\x7e]*$/, 'It holds characters that no header takes');
const AccessKey = HeaderText.min(3);

/** Credentials for a remote server; targetURL includes its scheme. */
const RemoteServer = z.object({
  accessKey: AccessKey,
  secretKey: z.string().min(8),
  targetURL: z.string().min(1).max(2048),
  region: HeaderText.max(64).optional(),
});

/** What a rule replicates, with the wire names of the replication request. */
const RuleOptions = z.object({
  prefix: KeyPart.optional(),
  /** Pairs in query format: key=value&key=value, percent-encoded. */
  tags: z.string().optional(),
  replicateDeleteMarkers: z.boolean().optional(),
  replicateDeletes: z.boolean().optional(),
  replicateMetadata: z.boolean().optional(),
  replicateExistingObjects: z.boolean().optional(),
  storageClass: z.string().max(64).optional(),
  priority: z.int32().min(0).optional(),
});

const TargetOptions = z.object({
  syncMode: ReplicationMode.optional(),
  /** Bytes per second; 0 for no limit. */
  bandwidth: z.int().min(0).optional(),
  /** Seconds. */
  healthCheckPeriod: z.int().min(0).optional(),
});

export const ReplicationRequest = RemoteServer.extend(TargetOptions.shape)
  .extend(RuleOptions.shape)
  .extend({
    bucketsRelation: z
      .array(z.object({ originBucket: z.string().min(1), destinationBucket: z.string().min(1) }))
      .min(1)
      .max(1000),
  });
export type ReplicationRequest = z.infer<typeof ReplicationRequest>;

export const ReplicationState = z.object({
  originBucket: z.string(),
  targetBucket: z.string(),
  /** Absent if replication is active for the bucket. */
  errorString: z.string().optional(),
});
export type ReplicationState = z.infer<typeof ReplicationState>;

export const ReplicationRule = z.object({
  id: z.string(),
  priority: z.int(),
  status: z.enum(['Enabled', 'Disabled']),
  /** An ARN: the remote target's on MinIO, otherwise arn:aws:s3:::bucket. */
  destination: z.object({ bucket: z.string() }),
  prefix: z.string(),
  tags: z.string(),
  delete_marker_replication: z.boolean(),
  deletes_replication: z.boolean(),
  metadata_replication: z.boolean(),
  existing_objects: z.boolean(),
  storageClass: z.string().optional(),
  /** The remote target; absent if the caller may not see it. */
  endpoint: z.string().optional(),
  targetBucket: z.string().optional(),
  syncMode: ReplicationMode.optional(),
  /** Bytes per second, as decimal digits; 0 for no limit. */
  bandwidth: z.string().optional(),
  healthCheckPeriod: z.number().optional(),
  revision: Revision,
});
export type ReplicationRule = z.infer<typeof ReplicationRule>;

/** The replication status of one target. */
export const ReplicationTargetStatus = z.object({
  arn: z.string(),
  endpoint: z.string().optional(),
  bucket: z.string().optional(),
  /** Absent if the server does not report it. */
  online: z.boolean().optional(),
  /** Why the target cannot be reached, if the server reports it. */
  error: z.string().optional(),
  lastOnline: z.string().optional(),
  replicated: z.object({ objects: z.number(), size: z.number() }).optional(),
  pending: z.object({ objects: z.number(), size: z.number() }).optional(),
  failed: z.object({ objects: z.number(), size: z.number() }).optional(),
});
export type ReplicationTargetStatus = z.infer<typeof ReplicationTargetStatus>;

export const listExternalBuckets = endpoint({
  id: 'bucketAdmin.listExternalBuckets',
  method: 'POST',
  path: '/list-external-buckets',
  summary: 'The buckets of a remote server, as replication targets',
  permission: storage('admin:SetBucketTarget'),
  body: RemoteServer.extend({ useTLS: z.boolean() }),
  response: z.object({ buckets: z.array(z.object({ name: z.string() })), total: z.int() }),
  status: 200,
  errors: [...storageErrors, 'InvalidInput', 'RemoteUnreachable', 'RemoteRefused'],
});

export const setReplication = endpoint({
  id: 'bucketAdmin.setReplication',
  method: 'POST',
  path: '/buckets-replication',
  summary: 'Replicate each of these buckets to a bucket of a remote server',
  permission: storage('s3:PutReplicationConfiguration'),
  body: ReplicationRequest,
  response: z.object({ replicationState: z.array(ReplicationState) }),
  status: 200,
  errors: [...storageErrors, 'InvalidInput'],
});

export const listReplicationRules = endpoint({
  id: 'bucketAdmin.listReplicationRules',
  method: 'GET',
  path: '/buckets/{bucket}/replication',
  summary: 'The replication rules of the bucket',
  permission: storage('s3:GetReplicationConfiguration'),
  params: BucketParams,
  response: z.object({ rules: z.array(ReplicationRule) }),
  status: 200,
  errors: readErrors,
});

export const getReplicationStatus = endpoint({
  id: 'bucketAdmin.getReplicationStatus',
  method: 'GET',
  path: '/buckets/{bucket}/replication-status',
  summary: 'How replication to each target of the bucket goes',
  permission: storage('s3:GetReplicationConfiguration'),
  params: BucketParams,
  response: z.object({ targets: z.array(ReplicationTargetStatus) }),
  status: 200,
  errors: readErrors,
});

const RuleParams = BucketParams.extend({ rule: z.string() });

export const editReplicationRule = endpoint({
  id: 'bucketAdmin.editReplicationRule',
  method: 'PUT',
  path: '/buckets/{bucket}/replication/{rule}',
  summary: 'Change a replication rule and, where given, its target; what is left out stays',
  permission: storage('s3:PutReplicationConfiguration'),
  params: RuleParams,
  query: RevisionQuery,
  body: RuleOptions.extend(TargetOptions.shape).extend({
    ruleState: z.boolean().optional(),
    /** New credentials for the target: both or neither. */
    accessKey: AccessKey.optional(),
    secretKey: z.string().min(8).optional(),
  }),
  response: null,
  status: 200,
  errors: [...changeErrors, 'NotFound'],
});

export const deleteReplicationRule = endpoint({
  id: 'bucketAdmin.deleteReplicationRule',
  method: 'DELETE',
  path: '/buckets/{bucket}/replication/{rule}',
  summary:
    'Delete a replication rule that is not the last, and its target if no other rule uses it',
  permission: storage('s3:PutReplicationConfiguration'),
  params: RuleParams,
  query: RevisionQuery,
  response: null,
  status: 204,
  errors: [...changeErrors, 'NotFound', 'LastReplicationRule'],
});

export const stopReplication = endpoint({
  id: 'bucketAdmin.stopReplication',
  method: 'DELETE',
  path: '/buckets/{bucket}/delete-all-replication-rules',
  summary: 'End replication: delete all rules of the bucket and their targets',
  permission: storage('s3:PutReplicationConfiguration'),
  params: BucketParams,
  response: null,
  status: 204,
  errors: changeErrors,
});
