import { Button, Group } from '@mantine/core';
import { ROUTES } from '@stowage/contract/pages';
import { IconPlugX } from '@tabler/icons-react';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { appText } from '../en.ts';

/** Replaces a page that the connected storage server does not support. */
export function NotOfferedPage({ missing }: { readonly missing: 'admin' | 'ldap' }) {
  const t = useText(appText);
  const { pages } = useSession();
  const canSetUp = missing === 'ldap' && pages.includes(ROUTES.settingsOption.pattern);
  return (
    <>
      <PageHeader title={t('notOffered.title')} />
      <PageBody>
        <EmptyState
          icon={<IconPlugX size={24} stroke={1.6} />}
          title={t(`notOffered.${missing}.reason`)}
          action={
            <Group gap="var(--st-space-5)" justify="center">
              {canSetUp && (
                <Button
                  component={RouterLink}
                  to={pagePath('settingsOption', { option: 'identity_ldap' })}
                >
                  {t('notOffered.ldap.action')}
                </Button>
              )}
              <Button component={RouterLink} to="/" variant="default">
                {t('notFound.home')}
              </Button>
            </Group>
          }
        >
          <p>{t(`notOffered.${missing}.text`)}</p>
        </EmptyState>
      </PageBody>
    </>
  );
}
