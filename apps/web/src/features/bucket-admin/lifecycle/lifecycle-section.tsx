import { Button } from '@mantine/core';
import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';
import { IconPlus, IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { NoEntries } from '../components/no-entries.tsx';
import { useSwitchLifecycleRule } from './api/edit-lifecycle-rule.ts';
import { lifecycleQuery } from './api/list-lifecycle-rules.ts';
import { DeleteRuleDialog } from './components/delete-rule-dialog.tsx';
import { LifecycleTable, type RuleHandlers } from './components/lifecycle-table.tsx';
import { lifecycleText } from './en.ts';

const AddRuleDialog = lazy(() =>
  import('./components/add-rule-dialog.tsx').then((loaded) => ({ default: loaded.AddRuleDialog })),
);
const EditRuleDialog = lazy(() =>
  import('./components/edit-rule-dialog.tsx').then((loaded) => ({
    default: loaded.EditRuleDialog,
  })),
);
const noRules: readonly LifecycleRule[] = [];
const minioDocs = 'https://github.com/minio/minio/tree/master/docs/bucket/lifecycle';
const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html';

type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'delete'; readonly rule: LifecycleRule };

/** When objects of a bucket are deleted or moved to a tier. */
export function LifecycleSection({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(lifecycleText);
  const { name, allowedActions } = bucket;
  const list = useQuery(lifecycleQuery(name));
  const { mutate: onSwitch } = useSwitchLifecycleRule(name);
  const [dialog, setDialog] = useState<Dialog>();
  const [opened, setOpened] = useState(false);
  const open = (next: Dialog) => {
    setDialog(next);
    setOpened(true);
  };
  const close = () => setOpened(false);
  const mayChange = grants(allowedActions, 's3:PutLifecycleConfiguration');
  // Decision 22: either of the two.
  const mayAdd = mayChange || grants(allowedActions, 'admin:ListTier');
  const onAdd = mayAdd ? () => open({ kind: 'add' }) : undefined;
  const handlers: RuleHandlers = {
    onEdit: (rule) => open({ kind: 'edit', rule }),
    onSwitch: (rule) => onSwitch(rule),
    onDelete: (rule) => open({ kind: 'delete', rule }),
  };
  return (
    <>
      <SectionHeader title={t('title')} count={list.data?.length}>
        {onAdd && (
          <Button leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />} onClick={onAdd}>
            {t('add.action')}
          </Button>
        )}
      </SectionHeader>
      {list.data === undefined && list.error !== null ? (
        <ErrorState
          title={t('failed')}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : list.data?.length === 0 ? (
        <NoEntries
          icon={<IconRecycle size={24} stroke={1.6} />}
          onAdd={onAdd}
          words={{
            title: t('none.title'),
            text: t('none.text'),
            ask: t('none.ask'),
            action: t('add.action'),
          }}
        />
      ) : (
        <LifecycleTable
          rows={list.data ?? noRules}
          loading={list.isPending}
          handlers={mayChange ? handlers : undefined}
        />
      )}
      <HelpPanel
        title={t('help.title')}
        links={[
          { label: t('help.minio'), url: minioDocs },
          { label: t('help.s3'), url: s3Docs },
        ]}
      >
        {t('help.text')}
      </HelpPanel>
      <Suspense>
        {dialog?.kind === 'add' && <AddRuleDialog bucket={name} opened={opened} onClose={close} />}
        {dialog?.kind === 'edit' && (
          <EditRuleDialog bucket={name} opened={opened} rule={dialog.rule} onClose={close} />
        )}
      </Suspense>
      {dialog?.kind === 'delete' && (
        <DeleteRuleDialog
          bucket={name}
          opened={opened}
          rule={dialog.rule}
          onReloaded={handlers.onDelete}
          onClose={close}
        />
      )}
    </>
  );
}
