import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { grants } from '@stowage/domain/actions';
import { IconFileExport, IconFileImport, IconFileSettings } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import type { SectionProps } from '../model/section-props.ts';
import { useExportSettings } from './api/export-settings.ts';
import { documentText } from './en.ts';

const ApplySettingsDialog = lazy(() =>
  import('./components/apply-settings-dialog.tsx').then((loaded) => ({
    default: loaded.ApplySettingsDialog,
  })),
);

/** The settings of a bucket as a document: its export, and the way to apply one. */
export function DocumentMenu({ bucket }: SectionProps) {
  const t = useText(documentText);
  const exportSettings = useExportSettings(bucket.name);
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (!grants(bucket.allowedActions, 's3:ListBucket')) return null;
  const apply = () => {
    setWasOpened(true);
    setOpened(true);
  };
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <Tooltip label={t('menu')}>
            <ActionIcon
              variant="default"
              size={34}
              aria-label={t('menu')}
              loading={exportSettings.isPending}
            >
              <IconFileSettings size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileExport size={16} stroke={1.6} />}
            onClick={() => exportSettings.mutate()}
          >
            {t('export')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileImport size={16} stroke={1.6} />} onClick={apply}>
            {t('apply')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {wasOpened && (
        <Suspense>
          <ApplySettingsDialog
            bucket={bucket.name}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
