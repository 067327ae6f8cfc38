import { SegmentedControl } from '@mantine/core';
import { IconZoomCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { detailOf, isNotFound } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { choiceField, type SearchFields } from '#web/lib/router/search.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AccessMatrix } from './access-matrix.tsx';
import { explorerQuery } from './api.ts';
import { explorerText } from './en.ts';
import { type ExplorerValues, explorerSearch, problemsOf } from './model/question.ts';
import { QuestionForm } from './question-form.tsx';
import { Verdict } from './verdict.tsx';

const VIEWS = ['question', 'matrix'] as const;
type View = (typeof VIEWS)[number];

const pageSearch: SearchFields<ExplorerValues & { readonly view: View }> = {
  ...explorerSearch,
  view: choiceField(VIEWS),
};
const docs =
  'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html';
const noBuckets: readonly string[] = [];

/** The verdict for the question in the address; nothing while the question is incomplete. */
function Answer({ values }: { readonly values: ExplorerValues }) {
  const t = useText(explorerText);
  const isAsked = Object.keys(problemsOf(values)).length === 0;
  const found = useQuery({ ...explorerQuery(values), enabled: isAsked });
  if (!isAsked) return null;
  const { error } = found;
  if (error && isNotFound(error)) {
    return (
      <div role="alert">
        <EmptyState
          icon={<IconZoomCheck size={24} stroke={1.6} />}
          title={isolatedText(detailOf(error) || error.message)}
        />
      </div>
    );
  }
  if (found.isLoadingError) return <QueryFailure title={t('failed')} query={found} />;
  if (!found.data?.answer) return <ListSkeleton rows={3} height={56} />;
  return <Verdict holder={found.data.holder} answer={found.data.answer} />;
}

/** Explains who can do what, and why. */
export function AccessExplorerPage() {
  const t = useText(explorerText);
  const [{ view, ...values }, change] = useSearch(pageSearch);
  const { data } = useQuery(bucketsQuery);
  const buckets = useMemo(() => data?.buckets.map(({ name }) => name) ?? noBuckets, [data]);
  const ofAll = view === 'matrix';

  function content(): ReactNode {
    const asked = Object.keys(problemsOf(values, true)).length === 0;
    return (
      <>
        <SegmentedControl
          aria-label={t('views')}
          value={view}
          onChange={(next) => change({ view: VIEWS.find((one) => one === next) ?? 'question' })}
          data={VIEWS.map((one) => ({ value: one, label: t(`view.${one}`) }))}
        />
        <QuestionForm
          // A different question in the address, such as from a cell, starts a new draft.
          key={JSON.stringify([view, values])}
          values={values}
          buckets={buckets}
          ofAll={ofAll}
          busy={false}
          onAsk={(next) => change(next, { replace: false })}
        />
        {ofAll ? (
          asked && data && <AccessMatrix values={values} buckets={buckets} />
        ) : (
          <Answer values={values} />
        )}
      </>
    );
  }

  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>
        {content()}
        <HelpPanel title={t('help.title')} links={[{ label: t('help.docs'), url: docs }]}>
          {t('help.text')}
        </HelpPanel>
      </PageBody>
    </>
  );
}
