import type { JobRequest } from '@stowage/contract/jobs';
import { couldReach, type PolicyDocument } from '@stowage/domain/policy';
import { ConsoleError } from '../../console-error.ts';

/**
 * Alternative actions, of which one is required, for the objects of the selection or of the target.
 */
interface Need {
  readonly anyOf: readonly string[];
  readonly at: 'selection' | 'target';
}

const source = (...anyOf: string[]): Need => ({ anyOf, at: 'selection' });
const target = (...anyOf: string[]): Need => ({ anyOf, at: 'target' });

/** The permissions that a job needs for each of its objects. */
function needsOf(request: JobRequest): readonly Need[] {
  switch (request.kind) {
    case 'delete':
      return [source(request.versions ? 's3:DeleteObjectVersion' : 's3:DeleteObject')];
    case 'copy':
      return [source('s3:GetObject'), target('s3:PutObject')];
    case 'move':
      return [source('s3:GetObject'), source('s3:DeleteObject'), target('s3:PutObject')];
    case 'tag':
      return tagNeeds(request.mode);
    case 'retention':
      return [source('s3:PutObjectRetention')];
    case 'legal-hold':
      return [source('s3:PutObjectLegalHold')];
    case 'restore':
      return [source('s3:GetObjectVersion', 's3:GetObject'), source('s3:PutObject')];
  }
}

function tagNeeds(mode: Extract<JobRequest, { kind: 'tag' }>['mode']): readonly Need[] {
  if (mode === 'replace') return [source('s3:PutObjectTagging')];
  const changing = mode === 'remove' ? ['s3:DeleteObjectTagging'] : [];
  return [source('s3:GetObjectTagging'), source('s3:PutObjectTagging', ...changing)];
}

/**
 * Rejects a job that could do nothing because its account's policies do not allow the required
 * actions for any of its objects. Whether they allow them for each object is only known while it
 * runs.
 * @throws ConsoleError AccessDenied that names the field and what is missing
 */
export function checkRights(request: JobRequest, policies: readonly PolicyDocument[]): void {
  const { bucket, selection } = request;
  const prefixes = 'items' in selection ? selection.items : [selection.prefix];
  if (prefixes.some((prefix) => prefix === '' || prefix.endsWith('/'))) {
    const list = listActionOf(request);
    if (!couldReach(policies, list, { bucket })) throw denied('selection', list, bucket);
  }
  for (const { anyOf, at } of needsOf(request)) {
    const wanted =
      at === 'target' && 'target' in request
        ? { bucket: request.target.bucket, prefixes: [request.target.prefix] }
        : { bucket, prefixes };
    if (anyOf.some((action) => couldReach(policies, action, wanted))) continue;
    throw denied(at, anyOf.join(' or '), wanted.bucket);
  }
}

function listActionOf(request: JobRequest): string {
  const versions = request.kind === 'restore' || (request.kind === 'delete' && request.versions);
  return versions ? 's3:ListBucketVersions' : 's3:ListBucket';
}

function denied(field: string, action: string, bucket: string): ConsoleError {
  const detail = `Your account may not do this: it needs ${action} in the bucket ${bucket}.`;
  return new ConsoleError('AccessDenied', { field, detail });
}
