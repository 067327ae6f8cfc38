import { type ReactNode, Suspense, useMemo } from 'react';
import type {
  DetailParts,
  ObjectDetailProps,
  ObjectVersion,
} from '#web/entities/object/detail-parts.ts';
import {
  type BulkTask,
  type ObjectDialogs,
  ObjectDialogsContext,
} from '#web/entities/object/object-dialogs.ts';
import { ObjectBrowserPage } from '#web/features/objects/object-browser-page.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useDialog } from '#web/ui/use-dialog.ts';

const ObjectDetail = lazyPart(
  () => import('#web/features/object-detail/object-detail.tsx'),
  'ObjectDetail',
);
const ShareDialog = lazyPart(
  () => import('#web/features/object-share/share-dialog.tsx'),
  'ShareDialog',
);
const PreviewDialog = lazyPart(
  () => import('#web/features/object-preview/preview-dialog.tsx'),
  'PreviewDialog',
);

const BulkDialog = lazyPart(() => import('#web/features/jobs/bulk/bulk-dialog.tsx'), 'BulkDialog');

/** The parts that other features contribute to an object's details. */
const parts: DetailParts = {
  Preview: lazyPart(() => import('#web/features/object-preview/preview.tsx'), 'Preview'),
  ShareDialog,
};

function Detail(props: ObjectDetailProps) {
  return (
    <Suspense>
      <ObjectDetail {...props} parts={parts} />
    </Suspense>
  );
}

/** Renders what the rows of the object browser open. */
function WithDialogs({ children }: { readonly children: ReactNode }) {
  const { open: share, ...sharing } = useDialog<ObjectVersion>();
  const { open: preview, ...previewing } = useDialog<ObjectVersion>();
  const { open: bulk, ...asking } = useDialog<BulkTask>();
  const dialogs = useMemo<ObjectDialogs>(() => ({ share, preview, bulk }), [share, preview, bulk]);
  return (
    <ObjectDialogsContext value={dialogs}>
      {children}
      <Suspense>
        {sharing.subject && (
          <ShareDialog key={sharing.turn} {...sharing.frame} version={sharing.subject} />
        )}
        {previewing.subject && (
          <PreviewDialog key={previewing.turn} {...previewing.frame} version={previewing.subject} />
        )}
        {asking.subject && <BulkDialog key={asking.turn} {...asking.frame} task={asking.subject} />}
      </Suspense>
    </ObjectDialogsContext>
  );
}

/** The object browser, with the details of an object in it. */
export function ObjectBrowserScreen() {
  return (
    <WithDialogs>
      <ObjectBrowserPage Detail={Detail} />
    </WithDialogs>
  );
}
