import type { DetailParts, ObjectDetailProps } from '#web/entities/object/detail-parts.ts';
import { ObjectDetail } from '#web/features/object-detail/object-detail.tsx';
import { ObjectBrowserPage } from '#web/features/objects/object-browser-page.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';

/** What other features put into the details of an object. */
const parts: DetailParts = {
  Preview: lazyPart(() => import('#web/features/object-preview/preview.tsx'), 'Preview'),
  ShareDialog: lazyPart(() => import('#web/features/object-share/share-dialog.tsx'), 'ShareDialog'),
};

function Detail(props: ObjectDetailProps) {
  return <ObjectDetail {...props} parts={parts} />;
}

/** The object browser, and the details of an object in it. */
export function ObjectBrowserScreen() {
  return <ObjectBrowserPage Detail={Detail} />;
}
