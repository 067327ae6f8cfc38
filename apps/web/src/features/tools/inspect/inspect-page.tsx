import { Button, TextInput } from '@mantine/core';
import { inspectObject } from '@stowage/contract/tools/inspect';
import { useState } from 'react';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { callForBytes } from '#web/lib/api/call.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { saveText } from '#web/lib/save-text.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { useBytes } from '../use-bytes.ts';
import { inspectText } from './en.ts';
import classes from './inspect-page.module.css';

interface Place {
  readonly volume: string;
  readonly file: string;
}

/** Downloads what the drives store of an object. */
export function InspectPage() {
  const t = useText(inspectText);
  const [place, setPlace] = useState<Place>({ volume: '', file: '' });
  const { loading, cancel } = useBytes((query: Place, signal) =>
    callForBytes(inspectObject, { query }, { signal }),
  );
  const busy = loading.isPending;
  const isWhole = place.volume !== '' && place.file !== '';
  const download = () =>
    loading.mutate(place, {
      onSuccess: (zip) => {
        if (zip === undefined) return;
        saveText('inspect.zip', zip, 'application/zip');
        showMessage(t('done'));
      },
    });
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <p className={classes.about}>{t('about')}</p>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isWhole && !busy) download();
          }}
        >
          <TextInput
            label={t('volume')}
            description={t('volumeHint')}
            maxLength={255}
            disabled={busy}
            value={place.volume}
            onChange={({ currentTarget: { value } }) => setPlace({ ...place, volume: value })}
          />
          <TextInput
            label={t('file')}
            description={t('fileHint')}
            maxLength={1100}
            disabled={busy}
            value={place.file}
            onChange={({ currentTarget: { value } }) => setPlace({ ...place, file: value })}
          />
          <p className={classes.about}>{t('none')}</p>
          <div className={classes.actions}>
            <Button type="submit" disabled={!isWhole} loading={busy}>
              {t('submit')}
            </Button>
            {busy && (
              <Button variant="default" onClick={cancel}>
                {t('stop')}
              </Button>
            )}
          </div>
        </form>
      </PageBody>
    </>
  );
}
