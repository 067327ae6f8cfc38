import { grants } from '@stowage/domain/actions';
import { IconCloudUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ListSection } from '#web/ui/list/list-section.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import type { SectionProps } from '../model/section-props.ts';
import { type IncompleteUploads, incompleteUploadsQuery, useAbortUpload } from './api.ts';
import { incompleteUploadsText } from './en.ts';
import { uploadColumns } from './upload-columns.tsx';

const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html';
const listed = ({ uploads }: IncompleteUploads) => uploads;

/** The uploads into a bucket that were neither completed nor aborted. */
export function IncompleteUploadsSection({ bucket }: SectionProps) {
  const t = useText(incompleteUploadsText);
  const { name, allowedActions } = bucket;
  const list = useQuery(incompleteUploadsQuery(name));
  const columns = useMemo(() => uploadColumns(t), [t]);
  return (
    <ListSection
      id="incomplete-uploads"
      text={incompleteUploadsText}
      icon={<IconCloudUpload size={24} stroke={1.6} />}
      query={list}
      rows={listed}
      columns={columns}
      rowKey={({ upload_id }) => upload_id}
      rowName={({ path }) => path}
      above={
        list.data?.more && (
          <WarningNote>{t('more', { count: list.data.uploads.length })}</WarningNote>
        )
      }
      canAdd={false}
      canChange={grants(allowedActions, 's3:AbortMultipartUpload')}
      add={() => null}
      deletion={{
        change: useAbortUpload(name),
        title: t('delete.title'),
        done: t('delete.done'),
        text: ({ path, size }) =>
          t('delete.text', {
            name: path,
            size: size === undefined ? t('unknown') : formatSize(size),
          }),
      }}
      links={[{ label: t('help.s3'), url: s3Docs }]}
    />
  );
}
