import * as contract from '@stowage/contract/identity/iam-transfer';
import { couldAllow } from '@stowage/domain/policy';
import type { AdminClient, ImportedEntry } from '@stowage/storage-client/admin';
import {
  type IamArchive,
  IamArchiveError,
  readIamArchive,
} from '@stowage/storage-client/iam-archive';
import { refusedField } from '../../../changes/refused-field.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { Account } from '../../../upstream/account.ts';
import { notOffered } from '../../../upstream/capabilities/guarded-clients.ts';
import type { StorageAccess } from '../../../upstream/storage.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { refuseNotAction } from '../not-action.ts';
import { UNSTORABLE_NAMES } from '../unstorable-names.ts';
import { previewImport } from './preview.ts';

/** Thousands of entries are written one after another, each durably. */
const LIMITS = { body: 24 * 1024 * 1024, time: 5 * 60_000 };

/** Export and import of users, groups, policies and service accounts. */
export function iamTransferRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(
      contract.exportIam,
      async ({ session, signal }) => {
        const archive = await storage.clientsOf(session).admin.exportIam({ signal });
        return { archive: Buffer.from(archive).toString('base64') };
      },
      { time: LIMITS.time },
    );

    serve(
      contract.previewIamImport,
      async ({ session, body, signal }) => {
        const account = await storage.accountOf(session, signal);
        requireImport(account);
        const archive = readUpload(body.archive);
        const { admin } = storage.clientsOf(session);
        await refuseNotAction(admin, archive.policies, 'archive', signal);
        const current = await currentArchive(admin, signal);
        return previewImport(archive, current, account.name);
      },
      LIMITS,
    );

    serve(
      contract.importIam,
      async ({ session, body, signal }) => {
        requireImport(await storage.accountOf(session, signal));
        const { policies } = readUpload(body.archive);
        const { admin } = storage.clientsOf(session);
        await refuseNotAction(admin, policies, 'archive', signal);
        const archive = Buffer.from(body.archive, 'base64');
        const refusals = [
          'XMinioAdminInvalidArgument',
          'InvalidRequest',
          'XMinioAdminConfigBadJSON',
          ...UNSTORABLE_NAMES,
        ];
        return presentResult(
          await refusedField('archive', refusals, admin.importIam({ archive, signal })),
        );
      },
      LIMITS,
    );
  };
}

/**
 * Archives are unpacked only for callers who may import them.
 * @throws ConsoleError AccessDenied, NotSupported
 */
function requireImport({ capabilities, policy }: Account): void {
  if (!capabilities.admin) throw notOffered('admin');
  if (couldAllow(policy.documents, ['admin:ImportIAM'])) return;
  const detail = 'The storage server refuses admin:ImportIAM to this account.';
  throw new ConsoleError('AccessDenied', { detail });
}

/** @throws ConsoleError InvalidInput if it is not an archive, or exceeds the limits */
function readUpload(base64: string): IamArchive {
  try {
    return readIamArchive(Buffer.from(base64, 'base64'));
  } catch (cause) {
    if (!(cause instanceof IamArchiveError)) throw cause;
    const detail = `The file cannot be imported. ${cause.message}`;
    throw new ConsoleError('InvalidInput', { field: 'archive', detail, cause });
  }
}

/** The server's current state; undefined if the caller may import but not export. */
async function currentArchive(
  admin: Pick<AdminClient, 'exportIam'>,
  signal: AbortSignal,
): Promise<IamArchive | undefined> {
  const bytes = await unlessDenied(admin.exportIam({ signal }));
  if (bytes === undefined) return undefined;
  try {
    return readIamArchive(bytes);
  } catch (cause) {
    if (!(cause instanceof IamArchiveError)) throw cause;
    const detail = `The export of the storage server cannot be read. ${cause.message}`;
    throw new ConsoleError('StorageFailed', { detail, cause });
  }
}

function presentResult(entries: readonly ImportedEntry[] | undefined) {
  const all = entries ?? [];
  const count = (wanted: ImportedEntry['outcome']) =>
    all.filter(({ outcome }) => outcome === wanted).length;
  const refused = all.flatMap(({ outcome, ...entry }) =>
    outcome === 'skipped' || outcome === 'failed' ? [{ ...entry, outcome }] : [],
  );
  return {
    reported: entries !== undefined,
    added: count('added'),
    removed: count('removed'),
    refused: refused.slice(0, contract.MAX_NAMED_ENTRIES),
    refusedCount: refused.length,
  };
}
