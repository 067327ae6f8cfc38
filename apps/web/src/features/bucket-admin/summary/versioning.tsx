import type { getVersioning } from '@stowage/contract/bucket-admin/settings';
import type { CallOutput } from '@stowage/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { versioningQuery } from '#web/entities/bucket/versioning-query.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { useSetVersioning } from './api.ts';
import { summaryText } from './en.ts';
import { type CardProps, Setting, type SettingDialogProps, SettingValue } from './setting.tsx';

type Versioning = CallOutput<typeof getVersioning>;

/** Enables versioning, or suspends it if it is enabled. */
function VersioningDialog({ bucket, current, reload, ...frame }: SettingDialogProps<Versioning>) {
  const t = useText(summaryText);
  const save = useSetVersioning(bucket);
  const { status, revision } = current;
  const enabled = status === 'enabled';
  return (
    <ConfirmDialog
      {...frame}
      title={t('versioning.dialog')}
      confirmLabel={enabled ? t('versioning.suspend') : t('versioning.enable')}
      onConfirm={() =>
        save.mutate(
          { versioning: !enabled, revision },
          savedAndClosed(t('versioning.saved'), frame),
        )
      }
      busy={save.isPending}
      danger={enabled}
      onReload={() => void reload()}
    >
      {enabled
        ? t('versioning.askSuspend', { name: bucket })
        : t('versioning.askEnable', { name: bucket })}
    </ConfirmDialog>
  );
}

interface VersioningSettingProps extends CardProps {
  /** The feature that prevents versioning from being suspended. */
  readonly heldBy: 'locking' | 'replication' | undefined;
  /** More settings in the card. */
  readonly children: ReactNode;
}

/** Whether the bucket keeps versions. */
export function VersioningSetting(props: VersioningSettingProps) {
  const { bucket, canChange, heldBy, children } = props;
  const t = useText(summaryText);
  const versioning = useQuery(versioningQuery(bucket));
  const held = versioning.data?.status === 'enabled' ? heldBy : undefined;
  return (
    <Setting
      title={t('versioning.title')}
      bucket={bucket}
      query={versioning}
      canChange={canChange && held === undefined}
      value={({ status }) => (
        <SettingValue hint={held ? t(`versioning.held.${held}`) : t(`versioning.hints.${status}`)}>
          {t(`versioning.states.${status}`)}
        </SettingValue>
      )}
      dialog={(dialog) => <VersioningDialog {...dialog} />}
    >
      {children}
    </Setting>
  );
}
