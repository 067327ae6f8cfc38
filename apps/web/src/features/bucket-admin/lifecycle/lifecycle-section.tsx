import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import { grants } from '@stowage/domain/actions';
import { IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSection } from '#web/ui/list/list-section.tsx';
import type { SectionProps } from '../model/section-props.ts';
import { lifecycleQuery, useDeleteLifecycleRule, useSwitchLifecycleRule } from './api.ts';
import { lifecycleText } from './en.ts';
import { ruleSummary } from './model/rule-summary.ts';
import { ruleColumns } from './rule-columns.tsx';

const AddRuleDialog = lazyPart(() => import('./add-rule-dialog.tsx'), 'AddRuleDialog');
const EditRuleDialog = lazyPart(() => import('./edit-rule-dialog.tsx'), 'EditRuleDialog');
const noRules: readonly LifecycleRule[] = [];
const minioDocs = 'https://github.com/minio/minio/tree/master/docs/bucket/lifecycle';
const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html';
const listed = (rules: readonly LifecycleRule[]) => rules;

/** When objects of a bucket are deleted or moved to a tier. */
export function LifecycleSection({ bucket }: SectionProps) {
  const t = useText(lifecycleText);
  const { name, allowedActions } = bucket;
  const list = useQuery(lifecycleQuery(name));
  const columns = useMemo(() => ruleColumns(t, list.data ?? noRules), [t, list.data]);
  const { mutate: onToggle } = useSwitchLifecycleRule(name);
  const canChange = grants(allowedActions, 's3:PutLifecycleConfiguration');
  return (
    <ListSection
      id="lifecycle-rules"
      text={lifecycleText}
      icon={<IconRecycle size={24} stroke={1.6} />}
      query={list}
      rows={listed}
      columns={columns}
      rowKey={({ id, revision }) => (id === '' ? revision : id)}
      rowName={({ id }) => id}
      rowNote={(rule) => ruleSummary(t, rule)}
      // Either of the two: users who can list the tiers are offered the dialog too.
      canAdd={canChange || grants(allowedActions, 'admin:ListTier')}
      canChange={canChange}
      add={(frame) => <AddRuleDialog bucket={name} {...frame} />}
      edit={(frame) => <EditRuleDialog bucket={name} {...frame} />}
      toggle={{ isOn: ({ status }) => status === 'Enabled', onToggle }}
      deletion={{
        change: useDeleteLifecycleRule(name),
        title: t('delete.title'),
        done: t('delete.done'),
        text: (rule) => (
          <>
            <p>{t('delete.text', { bucket: name, id: rule.id, summary: ruleSummary(t, rule) })}</p>
            <p>{t('delete.note')}</p>
          </>
        ),
      }}
      links={[
        { label: t('help.minio'), url: minioDocs },
        { label: t('help.s3'), url: s3Docs },
      ]}
    />
  );
}
