import { useText } from '#web/lib/i18n/messages.ts';
import { Crumbs } from '#web/ui/crumbs.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { bucketAdminText } from '../en.ts';
import { type SectionId, sectionPath } from '../model/sections.ts';

interface AdminHeaderProps {
  readonly bucket: string;
  /** The open section, for the browser tab's title. */
  readonly section: SectionId | undefined;
}

/** The header line of a bucket's settings: the breadcrumb from the buckets to this one. */
export function AdminHeader({ bucket, section }: AdminHeaderProps) {
  const t = useText(bucketAdminText);
  return (
    <PageHeader
      title={bucket}
      documentTitle={section === undefined ? bucket : `${t(`section.${section}`)} · ${bucket}`}
      heading={<Crumbs below={[{ name: bucket, to: sectionPath(bucket, 'summary') }]} />}
    />
  );
}
