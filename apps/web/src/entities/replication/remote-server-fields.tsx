import { Checkbox, TextInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { SecretInput } from '#web/ui/secret-input.tsx';
import { replicationText } from './en.ts';
import type { RemoteServerDraft } from './remote-server.ts';
import classes from './replication-fields.module.css';

interface RemoteServerFieldsProps {
  readonly fields: Fields<RemoteServerDraft>;
}

const plain = { autoComplete: 'off', spellCheck: false } as const;

/** The remote server and its credentials. */
export function RemoteServerFields({ fields }: RemoteServerFieldsProps) {
  const t = useText(replicationText);
  const { values, input, checkbox } = fields;
  return (
    <>
      <p className={classes.advice}>{t('advice')}</p>
      <div className={classes.pair}>
        <TextInput
          label={t('accessKey')}
          required
          {...plain}
          {...input('accessKey')}
          data-autofocus
        />
        <SecretInput
          label={t('secretKey')}
          required
          spellCheck={false}
          autoComplete="new-password"
          {...input('secretKey')}
        />
      </div>
      <TextInput
        label={t('target')}
        description={t('targetHint')}
        required
        leftSection={<span aria-hidden>{values.useTls ? 'https://' : 'http://'}</span>}
        leftSectionWidth={68}
        inputMode="url"
        {...plain}
        {...input('target')}
      />
      <Checkbox label={t('useTls')} {...checkbox('useTls')} />
      <TextInput label={t('region')} maxLength={64} {...plain} {...input('region')} />
    </>
  );
}
