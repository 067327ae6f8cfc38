import { Button } from '@mantine/core';
import type {
  ReplicationRule,
  ReplicationTargetStatus,
} from '@stowage/contract/bucket-admin/replication';
import { grants } from '@stowage/domain/actions';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { replicationRulesQuery } from '#web/entities/replication/api.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSection } from '#web/ui/list/list-section.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import type { SectionProps } from '../model/section-props.ts';
import {
  replicationStatusQuery,
  useDeleteReplicationRule,
  useSwitchReplicationRule,
} from './api.ts';
import { replicationSectionText } from './en.ts';
import { byPriority, destinationName, troubledTargets } from './model/rule-facts.ts';
import classes from './replication-section.module.css';
import { ruleColumns } from './rule-columns.tsx';
import { TargetTroubles } from './target-troubles.tsx';

const SetReplicationDialog = lazyPart(
  () => import('./set-replication-dialog.tsx'),
  'SetReplicationDialog',
);
const EditRuleDialog = lazyPart(() => import('./edit-rule-dialog.tsx'), 'EditRuleDialog');
const StopReplicationDialog = lazyPart(
  () => import('./stop-replication-dialog.tsx'),
  'StopReplicationDialog',
);
const noTargets: readonly ReplicationTargetStatus[] = [];
const minioDocs = 'https://github.com/minio/minio/tree/master/docs/bucket/replication';
const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication.html';
const listed = ({ rules }: { readonly rules: readonly ReplicationRule[] }) => byPriority(rules);

/** Where a bucket's objects are replicated to, and the state of replication. */
export function ReplicationSection({ bucket }: SectionProps) {
  const t = useText(replicationSectionText);
  const { name } = bucket;
  const list = useQuery(replicationRulesQuery(name));
  const count = list.data?.rules.length ?? 0;
  const status = useQuery({ ...replicationStatusQuery(name), enabled: count > 0 });
  const targets = (count > 0 && status.data) || noTargets;
  const columns = useMemo(() => ruleColumns(t, targets), [t, targets]);
  const { mutate: onToggle } = useSwitchReplicationRule(name);
  const stopping = useDialog<string>();
  const canChange = grants(bucket.allowedActions, 's3:PutReplicationConfiguration');
  return (
    <>
      <ListSection
        id="replication-rules"
        text={replicationSectionText}
        icon={<IconCopy size={24} stroke={1.6} />}
        query={list}
        rows={listed}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={destinationName}
        canAdd={canChange}
        canChange={canChange}
        actions={
          canChange &&
          count > 0 && (
            <Button
              variant="default"
              className={classes.stop ?? ''}
              onClick={() => stopping.open(name)}
            >
              {t('stop.action')}
            </Button>
          )
        }
        above={<TargetTroubles targets={troubledTargets(targets)} />}
        below={canChange && count === 1 && <p className={classes.note}>{t('lastRule')}</p>}
        add={(frame) => <SetReplicationDialog bucket={bucket} {...frame} />}
        edit={(frame) => <EditRuleDialog bucket={name} {...frame} />}
        toggle={{ isOn: ({ status: state }) => state === 'Enabled', onToggle }}
        deletion={{
          change: useDeleteReplicationRule(name),
          title: t('delete.title'),
          done: t('delete.done'),
          refusal: () => (count < 2 ? t('delete.refused') : undefined),
          text: (rule) =>
            t('delete.text', {
              bucket: name,
              priority: rule.priority,
              destination: destinationName(rule),
            }),
        }}
        links={[
          { label: t('help.minio'), url: minioDocs },
          { label: t('help.s3'), url: s3Docs },
        ]}
      />
      {stopping.subject && (
        <Suspense key={stopping.turn}>
          <StopReplicationDialog bucket={stopping.subject} {...stopping.frame} />
        </Suspense>
      )}
    </>
  );
}
