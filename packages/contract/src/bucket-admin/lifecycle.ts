import { endpoint, storage } from '../endpoint.ts';
import { z } from '../zod.ts';
import {
  BucketParams,
  changeErrors,
  KeyPart,
  Revision,
  RevisionQuery,
  readErrors,
} from './shared.ts';

const days = z.int().min(0).max(36_500);
const optionalDays = days.optional();

export const LifecycleTag = z.object({ key: z.string(), value: z.string() });

/** The date of a rule without one, in the form that the server of the API description uses. */
export const NO_DATE = '0001-01-01T00:00:00Z';

export const LifecycleRule = z.object({
  id: z.string(),
  prefix: z.string(),
  status: z.enum(['Enabled', 'Disabled']),
  tags: z.array(LifecycleTag),
  expiration: z.object({
    days: z.number().optional(),
    /** NO_DATE if there is none. */
    date: z.string().optional(),
    delete_marker: z.boolean().optional(),
    noncurrent_expiration_days: z.number().optional(),
    newer_noncurrent_expiration_versions: z.number().optional(),
  }),
  transition: z.object({
    days: z.number().optional(),
    /** NO_DATE if there is none. */
    date: z.string().optional(),
    storage_class: z.string().optional(),
    noncurrent_transition_days: z.number().optional(),
    noncurrent_storage_class: z.string().optional(),
  }),
  storage_class: z.string().optional(),
  /** Parts of the rule that the console shows but cannot edit; they are preserved on save. */
  abort_incomplete_days: z.number().optional(),
  size_greater_than: z.number().optional(),
  size_less_than: z.number().optional(),
  revision: Revision,
});
export type LifecycleRule = z.infer<typeof LifecycleRule>;

/** The effect of a rule, with the wire names of the lifecycle create payload. */
export const LifecycleInput = z.object({
  prefix: KeyPart.optional(),
  /** Pairs in query format: key=value&key=value, percent-encoded. */
  tags: z.string().optional(),
  disable: z.boolean().optional(),
  expired_object_delete_marker: z.boolean().optional(),
  expiry_date: z.string().optional(),
  expiry_days: optionalDays,
  noncurrentversion_expiration_days: optionalDays,
  newer_noncurrentversion_expiration_versions: z.int32().min(0).optional(),
  transition_date: z.string().optional(),
  transition_days: optionalDays,
  noncurrentversion_transition_days: optionalDays,
  noncurrentversion_transition_storage_class: z.string().optional(),
  storage_class: z.string().optional(),
});
export type LifecycleInput = z.infer<typeof LifecycleInput>;

export const listLifecycleRules = endpoint({
  id: 'bucketAdmin.listLifecycleRules',
  method: 'GET',
  path: '/buckets/{bucket}/lifecycle',
  summary: 'The lifecycle rules of the bucket',
  permission: storage('s3:GetLifecycleConfiguration'),
  params: BucketParams,
  response: z.object({ lifecycle: z.array(LifecycleRule) }),
  status: 200,
  errors: readErrors,
});

export const addLifecycleRule = endpoint({
  id: 'bucketAdmin.addLifecycleRule',
  method: 'POST',
  path: '/buckets/{bucket}/lifecycle',
  summary: 'Add a lifecycle rule; the rules that are there stay',
  permission: storage('s3:PutLifecycleConfiguration'),
  params: BucketParams,
  body: LifecycleInput,
  response: null,
  status: 201,
  errors: changeErrors,
});

const RuleParams = BucketParams.extend({ id: z.string() });

export const editLifecycleRule = endpoint({
  id: 'bucketAdmin.editLifecycleRule',
  method: 'PUT',
  path: '/buckets/{bucket}/lifecycle/{id}',
  summary: 'Switch a lifecycle rule on or off, or change what it does; what is left out stays',
  permission: storage('s3:PutLifecycleConfiguration'),
  params: RuleParams,
  query: RevisionQuery,
  body: LifecycleInput,
  response: null,
  status: 200,
  errors: [...changeErrors, 'NotFound'],
});

export const deleteLifecycleRule = endpoint({
  id: 'bucketAdmin.deleteLifecycleRule',
  method: 'DELETE',
  path: '/buckets/{bucket}/lifecycle/{id}',
  summary: 'Delete a lifecycle rule',
  permission: storage('s3:PutLifecycleConfiguration'),
  params: RuleParams,
  query: RevisionQuery,
  response: null,
  status: 204,
  errors: [...changeErrors, 'NotFound'],
});
