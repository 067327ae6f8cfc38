import { Button, Checkbox, Loader, Select } from '@mantine/core';
import { PROFILE_KINDS, type ProfileKind, recordProfile } from '@stowage/contract/tools/profile';
import { useState } from 'react';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { callForBytes } from '#web/lib/api/call.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { saveText } from '#web/lib/save-text.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { useBytes } from '../use-bytes.ts';
import { profileText } from './en.ts';
import classes from './profile-page.module.css';

const durations = [5, 10, 30];

interface Recording {
  readonly kinds: ProfileKind[];
  readonly seconds: number;
}

/** Downloads a profile of the storage servers' time and memory usage. */
export function ProfilePage() {
  const t = useText(profileText);
  const [kinds, setKinds] = useState<readonly ProfileKind[]>(['cpu', 'mem']);
  const [seconds, setSeconds] = useState(10);
  const { loading, cancel } = useBytes((body: Recording, signal) =>
    callForBytes(recordProfile, { body }, { signal }),
  );
  const busy = loading.isPending;
  const start = () =>
    loading.mutate(
      { kinds: [...kinds], seconds },
      {
        onSuccess: (zip) => {
          if (zip === undefined) return;
          saveText('profile.zip', zip, 'application/zip');
          showMessage(t('done'));
        },
      },
    );
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <p className={classes.about}>{t('about')}</p>
        <Checkbox.Group
          label={t('kinds')}
          description={t('embedded')}
          error={kinds.length === 0 ? t('noKind') : undefined}
          value={[...kinds]}
          onChange={(chosen) => setKinds(PROFILE_KINDS.filter((kind) => chosen.includes(kind)))}
        >
          <div className={classes.kinds}>
            {PROFILE_KINDS.map((kind) => (
              <Checkbox key={kind} value={kind} label={t(`kind.${kind}`)} disabled={busy} />
            ))}
          </div>
        </Checkbox.Group>
        <div className={classes.bar}>
          <Select
            label={t('duration')}
            data={durations.map((duration) => ({
              value: String(duration),
              label: t('seconds', { formatted: formatCount(duration) }),
            }))}
            allowDeselect={false}
            value={String(seconds)}
            onChange={(value) => setSeconds(Number(value ?? seconds))}
            disabled={busy}
          />
          {busy ? (
            <span className={classes.running} role="status">
              <Loader size="xs" />
              {t('running', { formatted: formatCount(seconds) })}
              <Button variant="default" onClick={cancel}>
                {t('stop')}
              </Button>
            </span>
          ) : (
            <Button disabled={kinds.length === 0} onClick={start}>
              {t('start')}
            </Button>
          )}
        </div>
      </PageBody>
    </>
  );
}
