import { BareBucket } from '#web/app/bare-bucket.tsx';
import { useCurrentPath } from '#web/lib/router/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

function BucketList() {
  return <PageHeader title="Bucket list" />;
}

function Start() {
  return <PageHeader title="Start" />;
}

function ObjectBrowser() {
  return (
    <>
      <PageHeader title="Object browser" />
      <output aria-label="address">{useCurrentPath()}</output>
    </>
  );
}

/** Stands in for the route table where a test is about the app and not about its screens. */
export const SCREENS = {
  '/start': Start,
  '/metrics': Start,
  '/namespaces/:tenantNamespace/tenants/:tenantName/hop': Start,
  '/buckets': BucketList,
  '/buckets/*': BareBucket,
  '/buckets/:bucketName/browse': ObjectBrowser,
  '/buckets/:bucketName/browse/*': ObjectBrowser,
};
