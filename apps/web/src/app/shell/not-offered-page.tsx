import { Button } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { appText } from '../en.ts';

/** In place of a page for which the connected storage server has nothing. */
export function NotOfferedPage({ missing }: { readonly missing: 'admin' | 'ldap' }) {
  const t = useText(appText);
  return (
    <>
      <PageHeader title={t('notOffered.title')} />
      <PageBody>
        <EmptyState
          icon={<IconPlugX size={24} stroke={1.6} />}
          title={t(`notOffered.${missing}.reason`)}
          action={
            <Button component={RouterLink} to="/" variant="default">
              {t('notFound.home')}
            </Button>
          }
        >
          <p>{t(`notOffered.${missing}.text`)}</p>
        </EmptyState>
      </PageBody>
    </>
  );
}
