import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import { BareBucket } from './bare-bucket.tsx';

/** A screen of the console; its code is loaded when it is first opened. */
export type Screen = AsyncRouteComponent<unknown> | typeof BareBucket;

const buckets = lazyRouteComponent(
  () => import('#web/features/buckets/buckets-page.tsx'),
  'BucketsPage',
);
const objectBrowser = lazyRouteComponent(
  () => import('#web/features/objects/object-browser-page.tsx'),
  'ObjectBrowserPage',
);
const bucketAdmin = lazyRouteComponent(
  () => import('#web/features/bucket-admin/bucket-admin-page.tsx'),
  'BucketAdminPage',
);

const tools = lazyRouteComponent(() => import('#web/features/tools/tools-page.tsx'), 'ToolsPage');
const watch = lazyRouteComponent(
  () => import('#web/features/tools/watch/watch-page.tsx'),
  'WatchPage',
);

/** The one route table: the screen of every page pattern of the contract that is ready. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  '/buckets': buckets,
  '/buckets/*': BareBucket,
  '/buckets/:bucketName/browse': objectBrowser,
  '/buckets/:bucketName/browse/*': objectBrowser,
  '/buckets/:bucketName/admin': bucketAdmin,
  '/buckets/:bucketName/admin/*': bucketAdmin,
  '/tools': tools,
  '/tools/watch': watch,
};
