import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { SecretInput } from '#web/ui/secret-input.tsx';
import { replicationText } from './en.ts';
import {
  type RemoteServerDraft,
  type RemoteServerError,
  remoteServerErrors,
  withTarget,
} from './remote-server.ts';
import classes from './replication-fields.module.css';

interface RemoteServerFieldsProps {
  readonly draft: RemoteServerDraft;
  readonly onChange: (part: Partial<RemoteServerDraft>) => void;
}

/** The remote server and the credentials that open it. A error shows once its field has been left. */
export function RemoteServerFields({ draft, onChange }: RemoteServerFieldsProps) {
  const t = useText(replicationText);
  const [left, setLeft] = useState<ReadonlySet<RemoteServerError>>(new Set());
  const errors = remoteServerErrors(draft);
  const field = (name: RemoteServerError) => ({
    label: t(name),
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    value: draft[name],
    error: left.has(name) && errors.includes(name) && t(`${name}Error`),
    onBlur: () => setLeft((now) => new Set(now).add(name)),
  });
  return (
    <>
      <p className={classes.advice}>{t('advice')}</p>
      <div className={classes.pair}>
        <TextInput
          {...field('accessKey')}
          data-autofocus
          onChange={(event) => onChange({ accessKey: event.currentTarget.value })}
        />
        <SecretInput
          {...field('secretKey')}
          autoComplete="new-password"
          onChange={(event) => onChange({ secretKey: event.currentTarget.value })}
        />
      </div>
      <TextInput
        {...field('target')}
        description={t('targetHint')}
        leftSection={<span aria-hidden>{draft.useTls ? 'https://' : 'http://'}</span>}
        leftSectionWidth={68}
        inputMode="url"
        onChange={(event) => onChange(withTarget(draft, event.currentTarget.value))}
      />
      <Checkbox
        label={t('useTls')}
        checked={draft.useTls}
        onChange={(event) => onChange({ useTls: event.currentTarget.checked })}
      />
      <TextInput
        label={t('region')}
        value={draft.region}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ region: event.currentTarget.value })}
      />
    </>
  );
}
