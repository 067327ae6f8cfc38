import { Button, Radio, Select } from '@mantine/core';
import { MAX_DOCUMENT_BYTES } from '@stowage/contract/bucket-admin/document';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useMemo, useRef } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { Name } from '#web/ui/name.tsx';
import { documentText } from './en.ts';
import type { SourceValues } from './model/application.ts';
import {
  type DocumentReading,
  readDocumentFile,
  type SettingsFileError,
  shortly,
} from './model/document-file.ts';
import classes from './source-fields.module.css';

interface SourceFieldsProps {
  /** The bucket that the settings are applied to. */
  readonly bucket: string;
  readonly fields: Fields<SourceValues>;
}

/** Maximum number of matching buckets offered at once. */
const maxOffered = 50;

function FileErrorText({ error }: { readonly error: SettingsFileError }) {
  const t = useText(documentText);
  const message = () => {
    switch (error.kind) {
      case 'notJson':
        return t('error.notJson', { ...error.place });
      case 'otherKind':
      case 'otherVersion':
        return t(`error.${error.kind}`, { found: error.found });
      case 'field':
        return t('error.field', { field: error.field });
      default:
        return t(`error.${error.kind}`, { limit: formatSize(MAX_DOCUMENT_BYTES) });
    }
  };
  return <span className={classes.error}>{message()}</span>;
}

function Reading({ reading }: { readonly reading: DocumentReading | undefined }) {
  const t = useText(documentText);
  if (reading === undefined) return t('source.noFile');
  if ('error' in reading) return <FileErrorText error={reading.error} />;
  const { bucket, exportedAt } = reading.document;
  const of = t('source.read', { bucket: shortly(bucket) });
  const time = formatDateTimeZone(exportedAt);
  return time === '' ? of : `${of}, ${t('source.exported', { time })}`;
}

function FileField({ fields }: Omit<SourceFieldsProps, 'bucket'>) {
  const t = useText(documentText);
  const { fileName, reading: read } = fields.values;
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File>(null);
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    if (file === undefined) return;
    latest.current = file;
    const reading = await readDocumentFile(file);
    // Another file was chosen while this one was being read.
    if (latest.current !== file) return;
    // The same file can be chosen again after it was corrected.
    currentTarget.value = '';
    fields.set({ fileName: file.name, reading });
  };
  return (
    <div className={classes.file} data-path="reading">
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} stroke={1.6} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t(fileName === '' ? 'source.chooseFile' : 'source.chooseOther')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('source.chooseFile')}
        onChange={(event) => void choose(event)}
      />
      <div className={classes.reading} role="status">
        {fileName !== '' && (
          <strong>
            <Name>{fileName}</Name>
          </strong>
        )}
        <Reading reading={read} />
      </div>
    </div>
  );
}

function BucketField({ bucket, fields }: SourceFieldsProps) {
  const input = fields.input('otherBucket');
  const t = useText(documentText);
  const { data, error } = useQuery(bucketsQuery);
  const names = useMemo(
    () => (data?.buckets ?? []).map(({ name }) => name).filter((name) => name !== bucket),
    [data, bucket],
  );
  return (
    <Select
      label={t('source.bucketLabel')}
      placeholder={t('source.bucketPlaceholder')}
      required
      searchable
      data={names}
      limit={maxOffered}
      {...input}
      value={fields.values.otherBucket || null}
      nothingFoundMessage={data && t('source.noBucket')}
      error={error === null ? input.error : t('source.bucketsFailed', { reason: error.message })}
      onChange={(otherBucket) => fields.set({ otherBucket: otherBucket ?? '' })}
    />
  );
}

/** Selects where the settings come from: a file or another bucket. */
export function SourceFields(props: SourceFieldsProps) {
  const { fields } = props;
  const t = useText(documentText);
  return (
    <>
      <p className={classes.intro}>
        {t('intro')} {t('noReplication')}
      </p>
      <Radio.Group label={t('source.label')} {...fields.input('from')}>
        <div className={classes.choices}>
          <Radio value="file" label={t('source.file')} />
          <Radio value="bucket" label={t('source.bucket')} />
        </div>
      </Radio.Group>
      {fields.values.from === 'file' ? <FileField fields={fields} /> : <BucketField {...props} />}
    </>
  );
}
