import { Button, FileInput, Switch } from '@mantine/core';
import { useState } from 'react';
import { ConfigChanges } from '#web/entities/config/config-changes.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { saveText } from '#web/lib/save-text.ts';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import {
  type Difference,
  MAX_FILE_BYTES,
  useExportConfigs,
  useImportConfigs,
  usePreviewImport,
} from '../api.ts';
import { configLabel } from '../config-label.ts';
import { settingsText } from '../en.ts';
import classes from '../settings.module.css';

const TONES = { added: 'good', changed: 'warning', removed: 'bad', unknown: 'bad' } as const;

function ExportPart() {
  const t = useText(settingsText);
  const [secrets, setSecrets] = useState(false);
  const leave = useExportConfigs();
  const save = () =>
    leave.mutate(secrets, {
      onSuccess: ({ text }) => {
        saveText(t('transfer.file'), text, 'text/plain');
        leave.reset();
        showMessage(t('transfer.exported'));
      },
    });
  return (
    <section className={classes.section}>
      <SectionHeader title={t('transfer.exportTitle')} />
      <div className={classes.stack}>
        <p className={classes.text}>{t('transfer.exportText')}</p>
        <Switch
          label={t('transfer.secrets')}
          checked={secrets}
          onChange={({ currentTarget }) => setSecrets(currentTarget.checked)}
        />
        {secrets && <WarningNote>{t('transfer.secretsWarning')}</WarningNote>}
        <div className={classes.actions}>
          <Button onClick={save} loading={leave.isPending}>
            {t('transfer.export')}
          </Button>
        </div>
      </div>
    </section>
  );
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  const t = useText(settingsText);
  if (differences.length === 0) return <p role="status">{t('transfer.nothing')}</p>;
  return (
    <div role="status" aria-label={t('transfer.differences')}>
      {differences.map(({ name, target, change, values }) => (
        <div key={`${name}:${target}`}>
          <h3 className={classes.group}>
            {configLabel(t, name)}
            {target !== '_' && `: ${target}`}{' '}
            <Tag tone={TONES[change]}>{t(`transfer.change.${change}`)}</Tag>
          </h3>
          {change === 'unknown' ? (
            <p>{t('transfer.unknown')}</p>
          ) : (
            <ConfigChanges label={configLabel(t, name)} changes={values} />
          )}
        </div>
      ))}
    </div>
  );
}

function ImportPart() {
  const t = useText(settingsText);
  const [file, setFile] = useState<File | null>(null);
  const preview = usePreviewImport();
  const load = useImportConfigs();
  const tooLarge = (file?.size ?? 0) > MAX_FILE_BYTES;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    preview.reset();
    load.reset();
  };
  const differences = preview.data?.differences;
  const canImport =
    differences !== undefined &&
    differences.length > 0 &&
    differences.every(({ change }) => change !== 'unknown');
  const send = () => {
    if (file === null || preview.data === undefined) return;
    const { revision } = preview.data;
    load.mutate(
      { file, revision },
      {
        onSuccess: () => {
          showMessage(t('transfer.imported'));
          choose(null);
        },
        // The changes the import would make are different from those in the preview.
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'ChangedMeanwhile') preview.mutate(file);
        },
      },
    );
  };
  return (
    <section className={classes.section}>
      <SectionHeader title={t('transfer.importTitle')} />
      <div className={classes.stack}>
        <p className={classes.text}>{t('transfer.importText')}</p>
        <div className={classes.actions}>
          <FileInput
            label={t('transfer.fileLabel')}
            placeholder={t('transfer.choose')}
            accept=".txt,text/plain"
            disabled={preview.isPending || load.isPending}
            value={file}
            error={tooLarge ? t('transfer.tooLarge') : undefined}
            onChange={choose}
          />
          <Button
            variant="default"
            disabled={file === null || tooLarge || load.isPending}
            loading={preview.isPending}
            onClick={() => file !== null && preview.mutate(file)}
          >
            {t('transfer.preview')}
          </Button>
          {canImport && (
            <Button loading={load.isPending} onClick={send}>
              {t('transfer.import')}
            </Button>
          )}
        </div>
        {differences && <Differences differences={differences} />}
      </div>
    </section>
  );
}

/** The whole configuration as a file. */
export function TransferSection() {
  return (
    <>
      <ExportPart />
      <ImportPart />
    </>
  );
}
