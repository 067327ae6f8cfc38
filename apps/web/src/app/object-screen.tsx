import type { DetailParts, ObjectDetailProps } from '#web/entities/object/detail-parts.ts';
import { ObjectDetail } from '#web/features/object-detail/object-detail.tsx';
import { ObjectBrowserPage } from '#web/features/objects/object-browser-page.tsx';

/** What other features put into the details of an object. */
const parts: DetailParts = {};

function Detail(props: ObjectDetailProps) {
  return <ObjectDetail {...props} parts={parts} />;
}

/** The object browser, and the details of an object in it. */
export function ObjectBrowserScreen() {
  return <ObjectBrowserPage Detail={Detail} />;
}
