import {
  IAM_ARCHIVE_LIMITS,
  type IamArchive,
  IamArchiveError,
  type IamArchivePart,
  readIamArchive,
} from '@stowage/storage-wire/iam-archive';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { emptyReply, jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import { importEntry } from './iam-import-entries.ts';

/** The results for the entries of one part. */
interface PartOutcome {
  readonly part: IamArchivePart;
  readonly added: string[];
  readonly removed: string[];
  readonly failed: { readonly name: string; readonly reason: string }[];
}

const ORDER: readonly IamArchivePart[] = [
  'policies',
  'users',
  'groups',
  'serviceAccounts',
  'userPolicies',
  'groupPolicies',
  'stsPolicies',
];

/**
 * Number of entries of one part that are written concurrently. Groups are written one by one, as
 * each write indexes all of them.
 */
const AT_ONCE = 64;

/** Imports an archive as far as possible and reports the result of every entry. */
export const importIamWithResult: Operation = {
  name: 'ImportIAMV2',
  action: 'admin:ImportIAM',
  run: async (request) => jsonReply(presentResult(...(await importArchive(request)))),
};

/** The older call, whose reply has no details: failures are reported as an error. */
export const importIam: Operation = {
  name: 'ImportIAM',
  action: 'admin:ImportIAM',
  run: async (request) => {
    const [, outcomes] = await importArchive(request);
    const failures = outcomes.flatMap(({ failed }) => failed);
    const [first] = failures;
    if (first !== undefined) {
      const others = failures.length - 1;
      throw new S3Error(
        'XMinioAdminInvalidArgument',
        `${first.name}: ${first.reason} (${others} more failed; the rest was imported.)`,
      );
    }
    return emptyReply();
  },
};

async function importArchive(
  request: ApiRequest,
): Promise<[archive: IamArchive, outcomes: readonly PartOutcome[]]> {
  const archive = readArchive(await request.payload.read(IAM_ARCHIVE_LIMITS.bytes));
  const { identities, ldap } = request.store;
  const outcomes: PartOutcome[] = [];
  for (const part of ORDER) {
    // Other changes can run between the parts.
    outcomes.push(await identities.inTurn(() => importPart(request, archive, part)));
  }
  // Imported keys of directory users have no effect until their owners are found, so the lookup
  // starts right away.
  ldap.look();
  return [archive, outcomes];
}

function readArchive(bytes: Uint8Array): IamArchive {
  try {
    return readIamArchive(bytes);
  } catch (error) {
    throw error instanceof IamArchiveError
      ? new S3Error('XMinioAdminInvalidArgument', error.message)
      : error;
  }
}

async function importPart(
  { store }: ApiRequest,
  archive: IamArchive,
  part: IamArchivePart,
): Promise<PartOutcome> {
  const outcome: PartOutcome = { part, added: [], removed: [], failed: [] };
  const entries = [...archive[part]];
  const one = async (name: string, entry: Readonly<Record<string, unknown>>) => {
    try {
      const done = await importEntry({ store, archive, name, entry }, part);
      outcome[done].push(name);
    } catch (error) {
      if (!(error instanceof S3Error)) {
        throw error;
      }
      outcome.failed.push({ name, reason: error.message });
    }
  };
  const width = part === 'groups' || part === 'groupPolicies' ? 1 : AT_ONCE;
  for (let start = 0; start < entries.length; start += width) {
    const slice = entries.slice(start, start + width);
    await Promise.all(slice.map(([name, entry]) => one(name, entry)));
  }
  return outcome;
}

/** The parts that map policies to users and groups. */
const MAPPINGS: ReadonlySet<IamArchivePart> = new Set([
  'userPolicies',
  'groupPolicies',
  'stsPolicies',
]);

/**
 * MinIO's ImportIAMResult. Clients cannot decode its `error`, so reasons have an additional field.
 */
function presentResult(archive: IamArchive, outcomes: readonly PartOutcome[]): object {
  const policiesOf = (part: IamArchivePart, name: string) =>
    String(archive[part].get(name)?.policy ?? '').split(',');
  const nonEmpty = (entries: [IamArchivePart, readonly unknown[]][]) =>
    Object.fromEntries(entries.filter(([, list]) => list.length > 0));
  return {
    skipped: {},
    removed: nonEmpty(outcomes.map(({ part, removed }) => [part, removed])),
    added: nonEmpty(
      outcomes.map(({ part, added }) => [
        part,
        MAPPINGS.has(part) ? added.map((name) => ({ [name]: policiesOf(part, name) })) : added,
      ]),
    ),
    failed: nonEmpty(outcomes.map(({ part, failed }) => [part, failed])),
  };
}
