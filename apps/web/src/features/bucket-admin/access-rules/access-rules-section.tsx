import { Button } from '@mantine/core';
import type { AccessRule } from '@stowage/contract/bucket-admin/access';
import { grants } from '@stowage/domain/actions';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { NoEntries } from '../components/no-entries.tsx';
import type { SectionProps } from '../model/section-props.ts';
import classes from './access-rules-section.module.css';
import { accessRulesQuery } from './api/list-access-rules.ts';
import { AddRuleDialog } from './components/add-rule-dialog.tsx';
import { DeleteRuleDialog } from './components/delete-rule-dialog.tsx';
import { EditRuleDialog } from './components/edit-rule-dialog.tsx';
import { type RuleHandlers, RulesTable } from './components/rules-table.tsx';
import { accessRulesText } from './en.ts';

const noRows: readonly AccessRule[] = [];
const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-policies.html';

interface Chosen {
  readonly kind: 'edit' | 'delete';
  readonly opened: boolean;
  readonly rule: AccessRule;
}

function Help() {
  const t = useText(accessRulesText);
  return (
    <HelpPanel title={t('help.title')} links={[{ label: t('help.s3'), url: s3Docs }]}>
      {t('help.text')}
    </HelpPanel>
  );
}

/** What anonymous users can do with the objects of a bucket. */
export function AccessRulesSection({ bucket }: SectionProps) {
  const t = useText(accessRulesText);
  const { name, allowedActions } = bucket;
  const list = useQuery(accessRulesQuery(name));
  const rules = list.data?.accessRules ?? noRows;
  const others = list.data?.otherStatements ?? 0;
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const mayChange = grants(allowedActions, 's3:PutBucketPolicy');
  const handlers = useMemo<RuleHandlers>(
    () => ({
      onEdit: (rule) => setChosen({ kind: 'edit', opened: true, rule }),
      onDelete: (rule) => setChosen({ kind: 'delete', opened: true, rule }),
    }),
    [],
  );
  // Without the list, nobody could tell whether a rule replaces another.
  const onAdd = mayChange && list.data ? () => setAdding(true) : undefined;
  const ruleDialog = chosen && {
    bucket: name,
    opened: chosen.opened,
    rule: chosen.rule,
    onReload: async () =>
      (await list.refetch()).data?.accessRules.find(({ prefix }) => prefix === chosen.rule.prefix),
    onClose: () => setChosen({ ...chosen, opened: false }),
  };
  return (
    <>
      <SectionHeader title={t('title')} count={list.data?.total}>
        {onAdd && (
          <Button leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />} onClick={onAdd}>
            {t('add.action')}
          </Button>
        )}
      </SectionHeader>
      {others > 0 && <p className={classes.others}>{t('others', { count: others })}</p>}
      {list.data === undefined && list.error !== null ? (
        <ErrorState
          title={t('failed')}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <RulesTable
          rows={rules}
          loading={list.isPending}
          handlers={mayChange ? handlers : undefined}
          empty={
            <NoEntries
              icon={<IconShieldLock size={24} stroke={1.6} />}
              onAdd={onAdd}
              words={{
                title: t('none.title'),
                text: t('none.text'),
                ask: t('none.ask'),
                action: t('add.action'),
              }}
            />
          }
        />
      )}
      <Help />
      <AddRuleDialog
        bucket={name}
        opened={adding}
        rules={rules}
        noRule={list.data?.noRule ?? ''}
        onClose={() => setAdding(false)}
      />
      {ruleDialog && chosen.kind === 'edit' && <EditRuleDialog {...ruleDialog} />}
      {ruleDialog && chosen.kind === 'delete' && <DeleteRuleDialog {...ruleDialog} />}
    </>
  );
}
