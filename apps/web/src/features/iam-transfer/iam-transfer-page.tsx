import { Button, FileInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canDoQuery } from '#web/entities/session/can-do.ts';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { saveText } from '#web/lib/save-text.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { MAX_FILE_BYTES, useExportIam, useImportIam, usePreviewImport } from './api.ts';
import { iamTransferText } from './en.ts';
import { PreviewList, ResultList } from './entry-lists.tsx';
import classes from './iam-transfer.module.css';

function ExportSection() {
  const t = useText(iamTransferText);
  const leave = useExportIam();
  const save = () =>
    leave.mutate(undefined, {
      onSuccess: (bytes) => {
        saveText(t('export.file'), bytes, 'application/zip');
        leave.reset();
        showMessage(t('export.done'));
      },
    });
  return (
    <section className={classes.section}>
      <SectionHeader title={t('export.title')} />
      <div className={classes.cards}>
        <p className={classes.text}>{t('export.text')}</p>
        <WarningNote>{t('export.warning')}</WarningNote>
        <div className={classes.actions}>
          <Button onClick={save} loading={leave.isPending}>
            {t('export.submit')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** What the server says is wrong with the file. */
function refusalOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.field !== 'archive') return undefined;
  return error.detail || error.message;
}

function ImportSection() {
  const t = useText(iamTransferText);
  const [file, setFile] = useState<File | null>(null);
  const preview = usePreviewImport();
  const load = useImportIam();
  const busy = preview.isPending || load.isPending;
  const tooLarge = (file?.size ?? 0) > MAX_FILE_BYTES;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    preview.reset();
    load.reset();
  };
  const canImport = preview.data !== undefined && preview.data.changing > 0;
  return (
    <section className={classes.section}>
      <SectionHeader title={t('import.title')} />
      <div className={classes.cards}>
        <p className={classes.text}>{t('import.text')}</p>
        <div className={classes.actions}>
          <FileInput
            className={classes.file ?? ''}
            label={t('import.file')}
            placeholder={t('import.choose')}
            accept=".zip,application/zip"
            disabled={busy}
            value={file}
            error={tooLarge ? t('import.tooLarge') : refusalOf(load.error ?? preview.error)}
            onChange={choose}
          />
          <Button
            variant="default"
            disabled={file === null || tooLarge || load.isPending}
            loading={preview.isPending}
            onClick={() => {
              load.reset();
              if (file !== null) preview.mutate(file);
            }}
          >
            {t('import.preview')}
          </Button>
          {canImport && load.data === undefined && (
            <Button
              loading={load.isPending}
              onClick={() => {
                if (file !== null) load.mutate(file);
              }}
            >
              {t('import.submit')}
            </Button>
          )}
        </div>
        {load.data === undefined && preview.data && <PreviewList preview={preview.data} />}
        {load.data && <ResultList result={load.data} />}
      </div>
    </section>
  );
}

/** Export and import of users, groups, policies and service accounts. */
export function IamTransferPage() {
  const t = useText(iamTransferText);
  const canExport = useQuery(canDoQuery('admin:ExportIAM')).data ?? false;
  const canImport = useQuery(canDoQuery('admin:ImportIAM')).data ?? false;
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        {canExport && <ExportSection />}
        {canImport && <ImportSection />}
      </PageBody>
    </>
  );
}
