import * as contract from '@stowage/contract/bucket-admin/document';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { Session } from '../../../sessions/session.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { applySettings } from './apply-settings.ts';
import { emptyBucket } from './empty-bucket.ts';
import { previewSettings } from './preview-settings.ts';
import type { Target } from './section-rules.ts';
import { readSettings } from './sections.ts';

/** The longest document and the rest of the body. */
const MAX_BODY_BYTES = contract.MAX_DOCUMENT_BYTES + 4096;

/** Exporting and importing a bucket's settings, and emptying it. */
export function documentRoutes({ storage, turns }: BucketAdmin): RouteModule {
  const targetOf = (session: Session, name: string, signal: AbortSignal): Target => ({
    ...storage.clientsOf(session),
    bucket: checkBucket(name),
    signal,
  });

  return ({ serve }) => {
    serve(contract.exportSettings, async ({ session, params, signal }) => {
      const target = targetOf(session, params.bucket, signal);
      await target.s3.headBucket(target);
      return exportSettings(target);
    });

    serve(
      contract.previewSettings,
      async ({ session, params, body, signal }) => {
        const target = targetOf(session, params.bucket, signal);
        await target.s3.headBucket(target);
        return previewSettings(body, target, (within) => storage.accountOf(session, within));
      },
      { body: MAX_BODY_BYTES },
    );

    serve(
      contract.applySettings,
      async ({ session, params, body, signal }) => {
        const target = targetOf(session, params.bucket, signal);
        await target.s3.headBucket(target);
        return { results: await applySettings(turns, target, body) };
      },
      { body: MAX_BODY_BYTES },
    );

    serve(contract.emptyBucket, async ({ session, params, body, signal }) =>
      emptyBucket(targetOf(session, params.bucket, signal), body.cursor),
    );
  };
}

async function exportSettings(target: Target): Promise<contract.BucketDocument> {
  return {
    kind: 'stowage/bucket-settings',
    version: 1,
    bucket: target.bucket,
    exportedAt: new Date().toISOString(),
    settings: await readSettings(target),
  };
}
