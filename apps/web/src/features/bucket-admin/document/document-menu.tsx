import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { grants } from '@stowage/domain/actions';
import { IconFileExport, IconFileImport, IconFileSettings } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import type { SectionProps } from '../model/section-props.ts';
import { useExportSettings } from './api.ts';
import { documentText } from './en.ts';

const ApplySettingsDialog = lazyPart(
  () => import('./apply-settings-dialog.tsx'),
  'ApplySettingsDialog',
);

/** Exports the settings of a bucket as a document, and opens the dialog to apply one. */
export function DocumentMenu({ bucket }: SectionProps) {
  const t = useText(documentText);
  const exportSettings = useExportSettings(bucket.name);
  const applying = useDialog<true>();
  if (!grants(bucket.allowedActions, 's3:ListBucket')) return null;
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
          <Menu.Item
            leftSection={<IconFileImport size={16} stroke={1.6} />}
            onClick={() => applying.open(true)}
          >
            {t('apply')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {applying.subject && (
        <Suspense key={applying.turn}>
          <ApplySettingsDialog bucket={bucket.name} {...applying.frame} />
        </Suspense>
      )}
    </>
  );
}
