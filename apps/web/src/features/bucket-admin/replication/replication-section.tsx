import { Button } from '@mantine/core';
import type {
  ReplicationRule,
  ReplicationTargetStatus,
} from '@stowage/contract/bucket-admin/replication';
import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { replicationRulesQuery } from '#web/entities/replication/list-replication-rules.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { NoEntries } from '../components/no-entries.tsx';
import { useSwitchReplicationRule } from './api/edit-replication-rule.ts';
import { replicationStatusQuery } from './api/get-replication-status.ts';
import { type RuleHandlers, RulesTable } from './components/rules-table.tsx';
import { TargetTroubles } from './components/target-troubles.tsx';
import { replicationSectionText } from './en.ts';
import { byPriority, troubledTargets } from './model/rule-facts.ts';
import classes from './replication-section.module.css';

const SetReplicationDialog = lazy(() =>
  import('./components/set-replication-dialog.tsx').then((loaded) => ({
    default: loaded.SetReplicationDialog,
  })),
);
const EditRuleDialog = lazy(() =>
  import('./components/edit-rule-dialog.tsx').then((loaded) => ({
    default: loaded.EditRuleDialog,
  })),
);
const DeleteRuleDialog = lazy(() =>
  import('./components/end-dialogs.tsx').then((loaded) => ({ default: loaded.DeleteRuleDialog })),
);
const StopReplicationDialog = lazy(() =>
  import('./components/end-dialogs.tsx').then((loaded) => ({
    default: loaded.StopReplicationDialog,
  })),
);
const noRules: readonly ReplicationRule[] = [];
const noTargets: readonly ReplicationTargetStatus[] = [];
const minioDocs = 'https://github.com/minio/minio/tree/master/docs/bucket/replication';
const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication.html';

type Dialog =
  | { readonly kind: 'add' | 'stop' }
  | { readonly kind: 'edit' | 'delete'; readonly rule: ReplicationRule };

interface DialogsProps {
  readonly bucket: Bucket;
  readonly dialog: Dialog | undefined;
  readonly opened: boolean;
  readonly onReloaded: (rule: ReplicationRule) => void;
  readonly onClose: () => void;
  readonly onExited: () => void;
}

function Dialogs({ bucket, dialog, opened, onReloaded, onClose, onExited }: DialogsProps) {
  const { name } = bucket;
  return (
    <Suspense>
      {dialog?.kind === 'add' && (
        <SetReplicationDialog
          bucket={bucket}
          opened={opened}
          onClose={onClose}
          onExited={onExited}
        />
      )}
      <StopReplicationDialog
        bucket={name}
        opened={opened && dialog?.kind === 'stop'}
        onClose={onClose}
      />
      {dialog?.kind === 'edit' && (
        <EditRuleDialog
          bucket={name}
          opened={opened}
          rule={dialog.rule}
          onClose={onClose}
          onExited={onExited}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteRuleDialog
          bucket={name}
          opened={opened}
          rule={dialog.rule}
          onReloaded={onReloaded}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

/** Where the objects of a bucket are replicated to, and how that goes. */
export function ReplicationSection({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(replicationSectionText);
  const { name, allowedActions } = bucket;
  const list = useQuery(replicationRulesQuery(name));
  const rules = useMemo(() => byPriority(list.data?.rules ?? noRules), [list.data]);
  const status = useQuery({ ...replicationStatusQuery(name), enabled: rules.length > 0 });
  const targets = (rules.length > 0 && status.data) || noTargets;
  const { mutate: onSwitch } = useSwitchReplicationRule(name);
  const [dialog, setDialog] = useState<Dialog>();
  const [opened, setOpened] = useState(false);
  const open = (next: Dialog) => {
    setDialog(next);
    setOpened(true);
  };
  const mayChange = grants(allowedActions, 's3:PutReplicationConfiguration');
  const onAdd = mayChange ? () => open({ kind: 'add' }) : undefined;
  const handlers: RuleHandlers = {
    onEdit: (rule) => open({ kind: 'edit', rule }),
    onSwitch: (rule) => onSwitch(rule),
    onDelete: (rule) => open({ kind: 'delete', rule }),
  };
  return (
    <>
      <SectionHeader title={t('title')} count={list.data?.rules.length}>
        {mayChange && rules.length > 0 && (
          <Button
            variant="default"
            className={classes.stop ?? ''}
            onClick={() => open({ kind: 'stop' })}
          >
            {t('stop.action')}
          </Button>
        )}
        {onAdd && (
          <Button leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />} onClick={onAdd}>
            {t('add.action')}
          </Button>
        )}
      </SectionHeader>
      <TargetTroubles targets={troubledTargets(targets)} />
      {list.data === undefined && list.error !== null ? (
        <ErrorState
          title={t('failed')}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : list.data?.rules.length === 0 ? (
        <NoEntries
          icon={<IconCopy size={24} stroke={1.6} />}
          onAdd={onAdd}
          words={{
            title: t('none.title'),
            text: t('none.text'),
            ask: t('none.ask'),
            action: t('add.action'),
          }}
        />
      ) : (
        <RulesTable
          rows={rules}
          targets={targets}
          loading={list.isPending}
          handlers={mayChange ? handlers : undefined}
        />
      )}
      {mayChange && rules.length === 1 && <p className={classes.note}>{t('lastRule')}</p>}
      <HelpPanel
        title={t('help.title')}
        links={[
          { label: t('help.minio'), url: minioDocs },
          { label: t('help.s3'), url: s3Docs },
        ]}
      >
        {t('help.text')}
      </HelpPanel>
      <Dialogs
        bucket={bucket}
        dialog={dialog}
        opened={opened}
        onReloaded={handlers.onDelete}
        onClose={() => setOpened(false)}
        onExited={() => setDialog(undefined)}
      />
    </>
  );
}
