import { Button, Menu } from '@mantine/core';
import { IconFile, IconFolder, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import type { ChosenFile } from '#web/entities/transfers/upload-batch.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectsText } from '../en.ts';
import { pickedFiles } from '../model/dropped-files.ts';
import classes from './upload-menu.module.css';

/** Opens the browser's picker for files, or for a folder with everything in it. */
export function UploadMenu({
  onChoose,
  disabled,
}: {
  readonly disabled?: boolean;
  readonly onChoose: (files: readonly ChosenFile[]) => void;
}) {
  const t = useText(objectsText);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = pickedFiles(currentTarget.files ?? []);
    // Allows the same files to be chosen again.
    currentTarget.value = '';
    if (chosen.length > 0) onChoose(chosen);
  };
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <Button
            className={classes.button ?? ''}
            disabled={disabled === true}
            leftSection={<IconUpload size={18} stroke={1.6} aria-hidden />}
          >
            <span className={classes.label}>{t('upload.action')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFile size={16} stroke={1.6} />}
            onClick={() => files.current?.click()}
          >
            {t('upload.files')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFolder size={16} stroke={1.6} />}
            onClick={() => folder.current?.click()}
          >
            {t('upload.folder')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t('upload.files')}
        onChange={choose}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={t('upload.folder')}
        onChange={choose}
        {...{ webkitdirectory: '' }}
      />
    </>
  );
}
