import type { Operation } from './operation.ts';
import { getBucketAcl, putBucketAcl } from './operations/acl.ts';
import { deleteBucketCors, getBucketCors, putBucketCors } from './operations/bucket-cors.ts';
import {
  deleteBucketEncryption,
  getBucketEncryption,
  putBucketEncryption,
} from './operations/bucket-encryption.ts';
import {
  deleteBucketLifecycle,
  getBucketLifecycle,
  putBucketLifecycle,
} from './operations/bucket-lifecycle.ts';
import { getBucketNotification, putBucketNotification } from './operations/bucket-notification.ts';
import { getBucketObjectLock, putBucketObjectLock } from './operations/bucket-object-lock.ts';
import {
  deleteBucketPolicy,
  getBucketPolicy,
  getBucketPolicyStatus,
  putBucketPolicy,
} from './operations/bucket-policy.ts';
import {
  getBucketAccelerate,
  getBucketLocation,
  getBucketLogging,
  getBucketRequestPayment,
  headBucket,
} from './operations/bucket-properties.ts';
import {
  deleteBucketReplication,
  getBucketReplication,
  putBucketReplication,
} from './operations/bucket-replication.ts';
import {
  deleteBucketTagging,
  getBucketTagging,
  putBucketTagging,
} from './operations/bucket-tagging.ts';
import { getBucketVersioning, putBucketVersioning } from './operations/bucket-versioning.ts';
import { createBucket } from './operations/create-bucket.ts';
import { deleteBucket } from './operations/delete-bucket.ts';
import { deleteObjects } from './operations/delete-objects.ts';
import { listMultipartUploads } from './operations/list-multipart-uploads.ts';
import { listObjectVersions } from './operations/list-object-versions.ts';
import { listObjects, listObjectsV2 } from './operations/list-objects.ts';
import { listenBucketNotification } from './operations/listen-notification.ts';
import { postObject } from './operations/post-object.ts';
import {
  checkBucketReplication,
  getReplicationMetrics,
  getReplicationReset,
  startReplicationReset,
} from './operations/replication-state.ts';
import { notOffered, readUnconfigured, removeUnconfigured } from './operations/unconfigured.ts';

/** Operations on one subresource, by method. */
export type Methods = Readonly<Partial<Record<string, Operation>>>;

/** Operations on the bucket itself. */
export const BUCKET_METHODS: Methods = {
  GET: listObjects,
  HEAD: headBucket,
  PUT: createBucket,
  DELETE: deleteBucket,
  POST: postObject,
};

const NOT_OFFERED: Methods = {
  GET: notOffered,
  PUT: notOffered,
  DELETE: notOffered,
  POST: notOffered,
};

const NOT_OFFERED_YET = [
  'analytics',
  'intelligent-tiering',
  'inventory',
  'metadataTable',
  'metrics',
  'ownershipControls',
  'publicAccessBlock',
];

/** Operations on a bucket's subresources, by the query parameter that names them. */
export const BUCKET_RESOURCES: ReadonlyMap<string, Methods> = new Map<string, Methods>([
  ['list-type', { GET: listObjectsV2 }],
  ['versions', { GET: listObjectVersions }],
  ['uploads', { GET: listMultipartUploads }],
  ['delete', { POST: deleteObjects }],
  ['location', { GET: getBucketLocation }],
  ['versioning', { GET: getBucketVersioning, PUT: putBucketVersioning }],
  ['object-lock', { GET: getBucketObjectLock, PUT: putBucketObjectLock }],
  ['policy', { GET: getBucketPolicy, PUT: putBucketPolicy, DELETE: deleteBucketPolicy }],
  ['policyStatus', { GET: getBucketPolicyStatus }],
  ['tagging', { GET: getBucketTagging, PUT: putBucketTagging, DELETE: deleteBucketTagging }],
  ['acl', { GET: getBucketAcl, PUT: putBucketAcl, DELETE: notOffered }],
  ['notification', { GET: getBucketNotification, PUT: putBucketNotification }],
  ['events', { GET: listenBucketNotification }],
  ['logging', { GET: getBucketLogging, PUT: notOffered, DELETE: notOffered }],
  ['accelerate', { GET: getBucketAccelerate, PUT: notOffered, DELETE: notOffered }],
  ['requestPayment', { GET: getBucketRequestPayment, PUT: notOffered, DELETE: notOffered }],
  [
    'lifecycle',
    { GET: getBucketLifecycle, PUT: putBucketLifecycle, DELETE: deleteBucketLifecycle },
  ],
  [
    'encryption',
    { GET: getBucketEncryption, PUT: putBucketEncryption, DELETE: deleteBucketEncryption },
  ],
  [
    'replication',
    { GET: getBucketReplication, PUT: putBucketReplication, DELETE: deleteBucketReplication },
  ],
  ['replication-metrics', { GET: getReplicationMetrics }],
  ['replication-check', { GET: checkBucketReplication }],
  ['replication-reset', { PUT: startReplicationReset }],
  ['replication-reset-status', { GET: getReplicationReset }],
  ['cors', { GET: getBucketCors, PUT: putBucketCors, DELETE: deleteBucketCors }],
  [
    'website',
    {
      GET: readUnconfigured('GetBucketWebsite', 's3:GetBucketPolicy', 'NoSuchWebsiteConfiguration'),
      PUT: notOffered,
      DELETE: removeUnconfigured('DeleteBucketWebsite', 's3:PutBucketPolicy'),
    },
  ],
  ...NOT_OFFERED_YET.map((name): [string, Methods] => [name, NOT_OFFERED]),
]);
