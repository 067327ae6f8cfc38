import { Button } from '@mantine/core';
import { ROUTES } from '@stowage/contract/pages';
import { IconWorldOff } from '@tabler/icons-react';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { corsText } from './en.ts';

/** Replaces the list for servers that have one CORS setting for all buckets. */
export function CorsNotOffered() {
  const t = useText(corsText);
  const { pages } = useSession();
  return (
    <>
      <SectionHeader title={t('title')} />
      <EmptyState
        icon={<IconWorldOff size={24} stroke={1.6} />}
        title={t('notOffered.title')}
        action={
          pages.includes(ROUTES.settingsOption.pattern) && (
            <Button
              component={RouterLink}
              to={pagePath('settingsOption', { option: 'api' })}
              variant="default"
            >
              {t('notOffered.action')}
            </Button>
          )
        }
      >
        <p>{t('notOffered.text')}</p>
      </EmptyState>
    </>
  );
}
