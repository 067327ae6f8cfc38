import { Button, Group, Modal, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { saveText } from '#web/lib/save-text.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { uiText } from '#web/ui/en.ts';
import { Name } from '#web/ui/name.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useOpener } from '#web/ui/use-opener.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { serviceAccountsText } from './en.ts';
import { type Credentials, credentialsFile } from './model/credentials.ts';
import classes from './service-accounts.module.css';

interface CreatedServiceAccountDialogProps extends DialogFrame {
  readonly credentials: readonly Credentials[];
  /** Host of the storage server, for the downloaded file. */
  readonly storageHost: string;
}

interface CredentialProps {
  readonly label: string;
  readonly value: string;
}

/** Not an input: a browser would offer to save its value. */
function Credential({ label, value }: CredentialProps) {
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.credential}>
        <Name>{value}</Name>
        <CopyButton value={value} what={label} />
      </dd>
    </div>
  );
}

/** Shows the credentials of a new service account, once only. */
export function CreatedServiceAccountDialog(props: CreatedServiceAccountDialogProps) {
  const { credentials, storageHost, opened, onClose, onExited } = props;
  const t = useText(serviceAccountsText);
  const ui = useText(uiText);
  const { dialog, giveFocusBack } = useOpener(opened);
  const forget = useRef<() => void>(null);
  useEffect(() => () => forget.current?.(), []);
  const url = `${window.location.protocol}//${storageHost}`;
  const download = () => {
    forget.current?.();
    forget.current = saveText(
      t('created.file'),
      credentialsFile(credentials, url),
      'application/json',
    );
  };
  return (
    <Modal
      ref={dialog}
      opened={opened}
      onClose={onClose}
      title={t('created.title')}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': ui('close') }}
      transitionProps={{ transition: 'pop', duration: 120 }}
      onExitTransitionEnd={() => {
        giveFocusBack();
        onExited();
        // The dialog that opened this one is gone as well.
        recoverFocus('main');
      }}
    >
      <Stack gap="lg">
        <WarningNote>{t(credentials.length > 0 ? 'created.text' : 'created.idp')}</WarningNote>
        {credentials.map(({ accessKey, secretKey }) => (
          <dl key={accessKey} className={classes.credentials}>
            <Credential label={t('field.accessKey')} value={accessKey} />
            <Credential label={t('field.secretKey')} value={secretKey} />
          </dl>
        ))}
        <Group justify="flex-end" gap="sm">
          {credentials.length > 0 && (
            <Button variant="default" onClick={download}>
              {t('created.download')}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {t('created.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
