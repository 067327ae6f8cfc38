import * as contract from '@stowage/contract/bucket-admin/access';
import { accessPrefixProblem } from '@stowage/domain/access-prefix';
import {
  type AccessRule,
  readAccessRules,
  withAccessRule,
} from '@stowage/domain/bucket-access-rules';
import { PolicyError } from '@stowage/domain/policy';
import type { S3Client } from '@stowage/storage-client/s3';
import { refusedField } from '../../../changes/refused-field.ts';
import { checkRevision, revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { pageOf } from '../../../page-of.ts';
import type { Call, RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { readPolicy, writePolicy } from '../settings/access-policy.ts';

type PolicyWriter = Pick<S3Client, 'getBucketPolicy' | 'putBucketPolicy' | 'deleteBucketPolicy'>;

/** What anonymous users may do under each prefix. */
export function accessRuleRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.listAccessRules, async ({ session, params, query, signal }) => {
      const bucket = checkBucket(params.bucket);
      const text = await readPolicy(storage.clientsOf(session).s3, bucket, signal);
      const { rules, otherStatements } = readRules(text, bucket);
      const accessRules = pageOf(rules, query).map(presentRule);
      return { accessRules, total: rules.length, otherStatements, noRule: revisionOf(undefined) };
    });

    /** Undefined removes the rule. */
    const change = async (
      { session, params, query, body, signal }: Call<typeof contract.deleteAccessRule>,
      access: AccessRule['access'] | undefined,
    ) => {
      const bucket = checkBucket(params.bucket);
      const { s3 } = storage.clientsOf(session);
      const prefix = checkPrefix(body.prefix);
      await turns.take({ bucket, setting: 'policy', signal }, async () => {
        const text = await readPolicy(s3, bucket, signal);
        const current = readRules(text, bucket).rules.find((rule) => rule.prefix === prefix);
        checkRevision(query.revision, revisionOf(current));
        if (access === undefined && current === undefined) {
          throw new ConsoleError('NotFound', { detail: 'There is no rule for this prefix.' });
        }
        await write(s3, bucket, withAccessRule(text, bucket, prefix, access));
      });
      return true as const;
    };

    serve(contract.setAccessRule, (call) => change(call, call.body.access));
    serve(contract.deleteAccessRule, (call) => change(call, undefined));
  };
}

function readRules(text: string | undefined, bucket: string) {
  try {
    return readAccessRules(text, bucket);
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    throw new ConsoleError('StorageFailed', { detail: cause.message, cause });
  }
}

/**
 * The caller sees the whole bucket as '*', as in MinIO's console; the domain uses an empty prefix.
 */
function presentRule({ prefix, access }: AccessRule): contract.AccessRule {
  return { prefix: prefix || '*', access, revision: revisionOf({ prefix, access }) };
}

/** A rule applies to everything that starts with its prefix; a trailing '*' means the same. */
function checkPrefix(written: string): string {
  const prefix = written.endsWith('*') ? written.slice(0, -1) : written;
  switch (accessPrefixProblem(prefix)) {
    case undefined:
      return prefix;
    case 'wildcard':
      throw wrongPrefix(
        "A prefix has no '*' or '?' in it: in a policy they stand for any letters.",
      );
    case 'variable':
      throw wrongPrefix("A prefix has no '${' in it: in a policy it begins a variable.");
  }
}

function wrongPrefix(detail: string): ConsoleError {
  return new ConsoleError('InvalidInput', { field: 'prefix', detail });
}

async function write(s3: PolicyWriter, bucket: string, policy: string | undefined): Promise<void> {
  if (policy === undefined) return writePolicy(s3, bucket, undefined);
  const refusals = ['MalformedPolicy', 'PolicyTooLarge', 'EntityTooLarge'];
  await refusedField('prefix', refusals, s3.putBucketPolicy({ bucket, policy }));
}
