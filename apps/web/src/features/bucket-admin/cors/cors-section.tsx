import type { CorsRule, CorsRules } from '@stowage/contract/bucket-admin/cors';
import { grants } from '@stowage/domain/actions';
import { allowsDirectWay, MAX_CORS_RULES } from '@stowage/domain/cors';
import { IconWorldShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSection } from '#web/ui/list/list-section.tsx';
import type { SectionProps } from '../model/section-props.ts';
import { corsQuery, useDeleteCorsRule } from './api.ts';
import { DirectWayNotice } from './direct-way-notice.tsx';
import { corsText } from './en.ts';
import { originsText, ruleNote, ruleSentence } from './model/rule-sentence.ts';
import { CorsNotOffered } from './not-offered.tsx';
import { ruleColumns } from './rule-columns.tsx';
import { TryOut } from './try-out.tsx';

const AddRuleDialog = lazyPart(() => import('./add-rule-dialog.tsx'), 'AddRuleDialog');
const EditRuleDialog = lazyPart(() => import('./edit-rule-dialog.tsx'), 'EditRuleDialog');
const s3Docs = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html';
const mdnDocs = 'https://developer.mozilla.org/docs/Web/HTTP/Guides/CORS';
const noRules: readonly CorsRule[] = [];
const listed = ({ rules }: CorsRules) => rules;

/** Rules need no id; those without one are identified by their position. */
const isSame = (a: CorsRule, b: CorsRule) =>
  a.id === b.id && (a.id !== '' || a.position === b.position);

/** Whether uploads could bypass the console, but the rules prevent it. */
function isLeftOut({ rules, direct_origin: direct }: CorsRules, isOpen: boolean): boolean {
  const { origin } = globalThis.location;
  if (direct === undefined || direct === origin) return false;
  return (rules.length > 0 || !isOpen) && !allowsDirectWay(rules, origin);
}

/** What pages from other origins can do with a bucket. */
export function CorsSection({ bucket }: SectionProps) {
  const t = useText(corsText);
  const { name, allowedActions } = bucket;
  // MinIO's and the embedded store allow all origins if a bucket has no rules.
  const isOpen = useSession().capabilities.admin;
  const list = useQuery(corsQuery(name));
  const { data } = list;
  const rules = data?.rules ?? noRules;
  const columns = useMemo(() => ruleColumns(t, rules), [t, rules]);
  const deletion = useDeleteCorsRule(name);
  const canChange = grants(allowedActions, 's3:PutBucketCors');
  const canClear = grants(allowedActions, 's3:DeleteBucketCors');
  if (data?.offered === false) return <CorsNotOffered />;
  return (
    <ListSection
      id="cors-rules"
      text={corsText}
      icon={<IconWorldShare size={24} stroke={1.6} />}
      query={list}
      rows={listed}
      columns={columns}
      rowKey={({ position }) => String(position)}
      isSame={isSame}
      rowName={(rule) => originsText(t, rule)}
      rowNote={(rule) => ruleNote(t, rule)}
      without={t(isOpen ? 'without.open' : 'without.closed')}
      above={
        data &&
        isLeftOut(data, isOpen) && (
          <DirectWayNotice bucket={name} cors={data} canChange={canChange} />
        )
      }
      below={rules.length > 0 && <TryOut rules={rules} />}
      canAdd={canChange && data !== undefined && rules.length < MAX_CORS_RULES}
      canChange={canChange}
      add={(frame) => <AddRuleDialog bucket={name} {...frame} />}
      edit={(frame) => <EditRuleDialog bucket={name} {...frame} />}
      deletion={{
        change: deletion,
        title: t('delete.title'),
        done: t('delete.done'),
        refusal: () => (rules.length === 1 && !canClear ? t('delete.refused') : undefined),
        text: (rule) => (
          <>
            <p>{t('delete.text', { sentence: ruleSentence(t, rule) })}</p>
            {rules.length === 1 && <p>{t(isOpen ? 'delete.lastOpen' : 'delete.lastClosed')}</p>}
          </>
        ),
      }}
      links={[
        { label: t('help.s3'), url: s3Docs },
        { label: t('help.mdn'), url: mdnDocs },
      ]}
    />
  );
}
