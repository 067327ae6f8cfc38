import type { AccessRule } from '@stowage/contract/bucket-admin/access';
import { grants } from '@stowage/domain/actions';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { ListSection } from '#web/ui/list/list-section.tsx';
import type { SectionProps } from '../model/section-props.ts';
import classes from './access-rules-section.module.css';
import { AddRuleDialog } from './add-rule-dialog.tsx';
import { accessRulesQuery, useDeleteAccessRule } from './api.ts';
import { EditRuleDialog } from './edit-rule-dialog.tsx';
import { accessRulesText } from './en.ts';
import { ruleColumns } from './rule-columns.tsx';

const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-policies.html';
const listed = ({ accessRules }: { readonly accessRules: readonly AccessRule[] }) => accessRules;

/** What anonymous users can do with the objects of a bucket. */
export function AccessRulesSection({ bucket }: SectionProps) {
  const t = useText(accessRulesText);
  const { name, allowedActions } = bucket;
  const list = useQuery(accessRulesQuery(name));
  const { data } = list;
  const others = data?.otherStatements ?? 0;
  const columns = useMemo(() => ruleColumns(t), [t]);
  const canChange = grants(allowedActions, 's3:PutBucketPolicy');
  return (
    <ListSection
      id="access-rules"
      text={accessRulesText}
      icon={<IconShieldLock size={24} stroke={1.6} />}
      query={list}
      rows={listed}
      columns={columns}
      rowKey={({ prefix }) => prefix}
      rowName={({ prefix }) => prefix}
      above={others > 0 && <p className={classes.others}>{t('others', { count: others })}</p>}
      // Without the list there is no way to tell whether a rule replaces another.
      canAdd={canChange && data !== undefined}
      canChange={canChange}
      add={(frame) => <AddRuleDialog bucket={name} {...frame} />}
      edit={(frame) => <EditRuleDialog bucket={name} {...frame} />}
      deletion={{
        change: useDeleteAccessRule(name),
        title: t('delete.title'),
        done: t('delete.done'),
        text: ({ access, prefix }) => t('delete.text', { access, prefix }),
      }}
      links={[{ label: t('help.s3'), url: s3Docs }]}
    />
  );
}
