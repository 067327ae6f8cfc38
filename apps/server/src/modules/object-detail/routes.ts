import * as contract from '@stowage/contract/object-detail';
import type { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { checkBucket, checkKey } from '../../storage-names.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { fromWireText } from '../../wire-text.ts';
import { type ChangedVersion, changeObject } from './change-object.ts';
import { replaceMetadata, restore } from './copy-onto-itself.ts';
import { listVersions } from './list-versions.ts';
import { writeLegalHold, writeRetention } from './locks.ts';
import { readDetail, readTags } from './read-detail.ts';
import { revisions } from './revisions.ts';
import { writeTags } from './tags.ts';

const PAGE = 500;
/** The server itself copies an object's content and responds when it has finished. */
const COPY_LIMITS = { time: 3_600_000 };

interface Named {
  readonly params: { readonly bucket: string };
  readonly query: { readonly prefix: string; readonly version_id?: string | undefined };
  readonly signal: AbortSignal;
}

/** The object or version that a call names. */
function versionOf({ params, query, signal }: Named): ChangedVersion {
  const versionId = query.version_id ? fromWireText(query.version_id) : undefined;
  if (versionId !== undefined && !isVersionId(versionId)) {
    throw new ConsoleError('VersionNotFound', { field: 'version_id' });
  }
  return {
    bucket: checkBucket(params.bucket),
    key: checkKey(fromWireText(query.prefix), 'prefix'),
    versionId,
    signal,
  };
}

/** Servers use only printable characters; anything else is not a version ID. */
function isVersionId(text: string): boolean {
  return text.length <= 1024 && /^[\x21-\x7e]+$/.test(text);
}

/** A single object: its details, versions and settings. */
export function objectDetailRoutes(storage: StorageAccess, turns: Turns): RouteModule {
  return ({ serve }) => {
    serve(contract.getObjectDetail, ({ session, ...call }) =>
      readDetail(storage.clientsOf(session).s3, versionOf(call)),
    );

    serve(contract.listVersions, ({ session, query, ...call }) => {
      const { search, until, cursor, limit = PAGE } = query;
      const { bucket, key, signal } = versionOf({ ...call, query: { prefix: query.prefix } });
      const { s3 } = storage.clientsOf(session);
      return listVersions(s3, { bucket, key, search, until, cursor, limit, signal });
    });

    serve(contract.setObjectTags, async ({ session, body, ...call }) => {
      const { s3 } = storage.clientsOf(session);
      const version = versionOf(call);
      await changeObject({
        turns,
        s3,
        version,
        revision: call.query.revision,
        revisionOf: async (headers) => {
          const tags = await readTags(s3, version);
          return tags && revisions.tags(headers, tags);
        },
        write: (target) => writeTags(s3, target, body.tags),
      });
    });

    serve(contract.setObjectRetention, async ({ session, body, ...call }) => {
      const { s3 } = storage.clientsOf(session);
      const mode = body.mode === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE';
      const retention = { mode, until: new Date(body.expires).toISOString() } as const;
      const bypassGovernance = call.query.bypass_governance === 'true';
      await changeObject({
        turns,
        s3,
        version: versionOf(call),
        revision: call.query.revision,
        revisionOf: revisions.retention,
        write: (target, headers) =>
          writeRetention(s3, target, headers, { retention, bypassGovernance }),
      });
    });

    serve(contract.removeObjectRetention, async ({ session, ...call }) => {
      const { s3 } = storage.clientsOf(session);
      const none = { retention: undefined, bypassGovernance: true };
      await changeObject({
        turns,
        s3,
        version: versionOf(call),
        revision: call.query.revision,
        revisionOf: revisions.retention,
        write: (target, headers) => writeRetention(s3, target, headers, none),
      });
    });

    serve(contract.setObjectLegalHold, async ({ session, body, ...call }) => {
      const { s3 } = storage.clientsOf(session);
      await changeObject({
        turns,
        s3,
        version: versionOf(call),
        revision: call.query.revision,
        revisionOf: revisions.legalHold,
        write: (target) => writeLegalHold(s3, target, body.status === 'enabled'),
      });
    });

    copyRoutes(storage, turns)({ serve });
  };
}

/** Changes that the server makes by copying an object onto itself. */
function copyRoutes(storage: StorageAccess, turns: Turns): RouteModule {
  return ({ serve }) => {
    serve(
      contract.restoreVersion,
      async ({ session, ...call }) => {
        const { s3 } = storage.clientsOf(session);
        await changeObject({
          turns,
          s3,
          version: versionOf(call),
          revision: undefined,
          revisionOf: () => undefined,
          write: (target, headers) => restore(s3, target, headers),
        });
      },
      COPY_LIMITS,
    );

    serve(
      contract.setObjectMetadata,
      async ({ session, body, ...call }) => {
        const { s3 } = storage.clientsOf(session);
        await changeObject({
          turns,
          s3,
          version: versionOf(call),
          revision: call.query.revision,
          revisionOf: revisions.metadata,
          write: (target, headers) => replaceMetadata(s3, target, headers, body),
        });
      },
      COPY_LIMITS,
    );
  };
}
