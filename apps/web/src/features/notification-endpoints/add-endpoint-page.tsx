import { TARGET_KINDS } from '@stowage/domain/notification-targets/target-kinds';
import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { BackHeader } from '#web/ui/back-header.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { TileGrid } from '#web/ui/tile-grid.tsx';
import { subsystemsQuery } from './api.ts';
import { kindIcon, kindWord } from './components/kind-looks.ts';
import { endpointsText } from './en.ts';

/** The kinds of targets that can be added. */
export function AddEndpointPage() {
  const t = useText(endpointsText);
  // The server's subsystems are only a hint here: the form reports missing ones too.
  const subsystems = useQuery(subsystemsQuery).data;
  return (
    <>
      <BackHeader
        title={t('add.title')}
        back={{ label: t('add.back'), to: pagePath('notificationEndpoints') }}
      />
      <PageBody>
        <TileGrid
          tiles={TARGET_KINDS.map(({ subsystem, service, name }) => {
            const missing = subsystems !== undefined && !subsystems.has(subsystem);
            const refusal = missing ? t('add.unsupported') : subsystems?.get(subsystem);
            return {
              id: subsystem,
              name,
              about: t(`about.${kindWord(service)}`),
              icon: kindIcon(service),
              to: pagePath('addNotificationService', { service: subsystem }),
              ...(refusal !== undefined && { refusal }),
            };
          })}
        />
      </PageBody>
    </>
  );
}
