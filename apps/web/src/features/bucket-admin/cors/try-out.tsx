import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import type { CorsRule } from '@stowage/contract/bucket-admin/cors';
import { CORS_METHODS } from '@stowage/domain/cors';
import { useState } from 'react';
import { formatList } from '#web/lib/format/lists.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { corsText } from './en.ts';
import { answerOf } from './model/answer.ts';
import classes from './try-out.module.css';

interface Question {
  readonly origin: string;
  readonly method: string;
  readonly headers: readonly string[];
}

interface AnswerProps {
  readonly rules: readonly CorsRule[];
  readonly question: Question;
}

function Answer({ rules, question }: AnswerProps) {
  const t = useText(corsText);
  const answer = answerOf(rules, { ...question, origin: question.origin.trim() });
  if ('rule' in answer) {
    const { position, exposed } = answer.rule;
    return (
      <>
        <strong className={classes.yes}>{t('try.yes', { position })}</strong>
        {exposed.length > 0 && <p>{t('try.sees', { headers: formatList(exposed) })}</p>}
      </>
    );
  }
  const position = 'nearest' in answer ? answer.nearest.position : 0;
  const header = 'nearest' in answer ? answer.header : '';
  return (
    <>
      <strong className={classes.no}>{t('try.no')}</strong>
      <p>{t(`try.miss.${answer.miss}`, { position, method: question.method, header })}</p>
    </>
  );
}

/** Shows which rule matches a hypothetical request. Nothing is sent. */
export function TryOut({ rules }: { readonly rules: readonly CorsRule[] }) {
  const t = useText(corsText);
  const [question, setQuestion] = useState<Question>({
    ...{ origin: globalThis.location.origin, method: 'GET', headers: [] },
  });
  const change = (part: Partial<Question>) => setQuestion({ ...question, ...part });
  return (
    <div className={classes.place}>
      <SettingCard title={t('try.title')} width="full">
        <p className={classes.text}>{t('try.text')}</p>
        <div className={classes.fields}>
          <TextInput
            label={t('try.origin')}
            autoComplete="off"
            spellCheck={false}
            maxLength={2048}
            value={question.origin}
            onChange={({ currentTarget }) => change({ origin: currentTarget.value })}
          />
          <NativeSelect
            label={t('try.method')}
            data={[...CORS_METHODS]}
            value={question.method}
            onChange={({ currentTarget }) => change({ method: currentTarget.value })}
          />
          <TagsInput
            label={t('try.headers')}
            value={[...question.headers]}
            onChange={(headers) => change({ headers })}
          />
        </div>
        <div className={classes.answer} role="status">
          <Answer rules={rules} question={question} />
        </div>
      </SettingCard>
    </div>
  );
}
