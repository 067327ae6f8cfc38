import { CORS_METHODS, MAX_CORS_RULES } from '@stowage/domain/cors';
import { corsOriginError, isCorsHeader } from '@stowage/domain/cors-doubts';
import { endpoint, storage } from '../endpoint.ts';
import { z } from '../zod.ts';
import { BucketParams, changeErrors, Revision, RevisionQuery, readErrors } from './shared.ts';

/** Larger than all rules of a bucket together. */
const MAX_TEXTS = 1000;
const MAX_TEXT = 2048;

const text = z.string().max(MAX_TEXT);
const Origin = text.refine((origin) => corsOriginError(origin) === undefined, {
  error: "An origin is such as https://app.example.com, with one '*' at most",
});
const headers = (wildcards: 0 | 1) =>
  z
    .array(text.refine((name) => isCorsHeader(name, wildcards), 'It names no header'))
    .max(MAX_TEXTS);

/** A rule as submitted by a user. */
export const CorsInput = z.object({
  /** Generated when empty. Settings are XML, which cannot represent control characters. */
  id: z
    .string()
    .max(255)
    .refine((id) => !/\p{Cc}/u.test(id), 'It holds control characters'),
  origins: z.array(Origin).min(1).max(MAX_TEXTS),
  methods: z.array(z.enum(CORS_METHODS)).min(1).max(CORS_METHODS.length),
  /** Headers that pages may send, each with at most one '*'. */
  headers: headers(1),
  /** Response headers that pages may read. */
  exposed: headers(0),
  /** Seconds for which browsers may cache the answer. */
  max_age: z.int32().min(0).optional(),
  /**
   * Position, starting at 1: the first matching rule applies. Defaults to last for new rules,
   * otherwise unchanged.
   */
  position: z.int().min(1).max(MAX_CORS_RULES).optional(),
});
export type CorsInput = z.infer<typeof CorsInput>;

/** A rule as stored on the server; other clients may have written it differently. */
export const CorsRule = z.object({
  position: z.int(),
  /** '' for a rule without an ID. */
  id: z.string(),
  origins: z.array(z.string()),
  methods: z.array(z.string()),
  headers: z.array(z.string()),
  exposed: z.array(z.string()),
  max_age: z.number().optional(),
  revision: Revision,
});
export type CorsRule = z.infer<typeof CorsRule>;

export const CorsRules = z.object({
  /** In order of precedence. */
  rules: z.array(CorsRule),
  /** Whether the server supports CORS rules per bucket, as far as reading them shows. */
  offered: z.boolean(),
  /** The origin at which browsers reach the storage server directly, if the console knows one. */
  direct_origin: z.string().optional(),
});
export type CorsRules = z.infer<typeof CorsRules>;

export const listCorsRules = endpoint({
  id: 'bucketAdmin.listCorsRules',
  method: 'GET',
  path: '/buckets/{bucket}/cors',
  summary: 'What pages of other origins may do with the bucket',
  permission: storage('s3:GetBucketCors'),
  params: BucketParams,
  response: CorsRules,
  status: 200,
  errors: readErrors,
});

export const addCorsRule = endpoint({
  id: 'bucketAdmin.addCorsRule',
  method: 'POST',
  path: '/buckets/{bucket}/cors',
  summary: 'Add a CORS rule; the rules that are there stay',
  permission: storage('s3:PutBucketCors'),
  params: BucketParams,
  body: CorsInput,
  response: null,
  status: 201,
  errors: changeErrors,
});

/** A rule is identified by its revision if one is given, whatever its current position. */
const RuleParams = BucketParams.extend({ position: z.coerce.number().int().min(1) });

export const editCorsRule = endpoint({
  id: 'bucketAdmin.editCorsRule',
  method: 'PUT',
  path: '/buckets/{bucket}/cors/{position}',
  summary: 'Change or move a CORS rule; what the console does not know of it stays',
  permission: storage('s3:PutBucketCors'),
  params: RuleParams,
  query: RevisionQuery,
  body: CorsInput,
  response: null,
  status: 200,
  errors: [...changeErrors, 'NotFound'],
});

export const deleteCorsRule = endpoint({
  id: 'bucketAdmin.deleteCorsRule',
  method: 'DELETE',
  path: '/buckets/{bucket}/cors/{position}',
  summary: 'Delete a CORS rule; the last one takes s3:DeleteBucketCors',
  permission: storage('s3:PutBucketCors'),
  params: RuleParams,
  query: RevisionQuery,
  response: null,
  status: 204,
  errors: [...changeErrors, 'NotFound'],
});
