import { Button } from '@mantine/core';
import {
  DEFAULT_TARGET,
  kindOfSubsystem,
  type TargetKind,
} from '@stowage/domain/notification-targets/target-kinds';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useRouteParams } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { BackHeader } from '#web/ui/back-header.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { targetQuery } from './api.ts';
import { TargetForm } from './components/target-form.tsx';
import { endpointsText } from './en.ts';
import { NEW_TARGET, type TargetState } from './model/target-form.ts';

interface MissingProps {
  readonly title: string;
  readonly text: string;
  readonly back: { readonly label: string; readonly to: string };
}

function Missing({ title, text, back }: MissingProps) {
  return (
    <EmptyState
      icon={<IconBell size={24} stroke={1.6} />}
      title={title}
      action={
        <Button variant="default" component={RouterLink} to={back.to}>
          {back.label}
        </Button>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}

function useBack() {
  const t = useText(endpointsText);
  return { label: t('add.back'), to: pagePath('notificationEndpoints') };
}

/** A new target starts from its kind's settings on this server, which are still empty. */
function NewTarget({ kind }: { readonly kind: TargetKind }) {
  const t = useText(endpointsText);
  const back = { label: t('add.toServices'), to: pagePath('addNotificationEndpoint') };
  const query = useQuery(targetQuery({ kind, name: '' }));
  const { data, error } = query;
  if (isNotFound(error) || data?.unavailable !== undefined) {
    const text = data?.unavailable ?? '';
    return <Missing title={t('add.unsupported')} text={text} back={back} />;
  }
  if (query.isLoadingError) return <QueryFailure title={t('load.failed')} query={query} />;
  if (data === undefined) return <ListSkeleton rows={6} height={48} />;
  return <TargetForm kind={kind} state={NEW_TARGET} reload={async () => NEW_TARGET} />;
}

/** The form of a new target of the kind in the address. */
export function AddTargetPage() {
  const t = useText(endpointsText);
  const { service } = useRouteParams('addNotificationService');
  const kind = kindOfSubsystem(service);
  const back = { label: t('add.toServices'), to: pagePath('addNotificationEndpoint') };
  return (
    <>
      <BackHeader
        title={kind === undefined ? t('add.title') : t('add.form', { kind: kind.name })}
        back={back}
      />
      <PageBody>
        {kind === undefined ? (
          <Missing title={t('add.unknown')} text={t('add.unknownText')} back={back} />
        ) : (
          <NewTarget key={kind.subsystem} kind={kind} />
        )}
      </PageBody>
    </>
  );
}

interface EditTargetProps {
  readonly kind: TargetKind;
  readonly name: string;
}

function EditTarget({ kind, name }: EditTargetProps) {
  const t = useText(endpointsText);
  const back = useBack();
  const query = useQuery(targetQuery({ kind, name }));
  const { data, error } = query;
  const stateOf = (detail: typeof data): TargetState | undefined => {
    const target = detail?.targets.find((one) => one.name === name);
    return detail && target && { ...detail, enabled: target.enabled };
  };
  const state = stateOf(data);
  const shown = `${kind.service}:${name}`;
  if (isNotFound(error) || (data !== undefined && state === undefined)) {
    return (
      <Missing title={t('change.gone', { name: shown })} text={t('change.goneText')} back={back} />
    );
  }
  if (query.isLoadingError) return <QueryFailure title={t('load.failed')} query={query} />;
  if (state === undefined) return <ListSkeleton rows={6} height={48} />;
  const reload = async () => stateOf((await query.refetch()).data);
  return <TargetForm kind={kind} name={name} state={state} reload={reload} />;
}

/** The settings of an existing target. */
export function EditTargetPage() {
  const t = useText(endpointsText);
  const back = useBack();
  const { service, targetName } = useRouteParams('notificationEndpoint');
  const kind = kindOfSubsystem(service);
  const name = targetName || DEFAULT_TARGET;
  return (
    <>
      <BackHeader
        title={t('change.title', { name: `${kind?.service ?? service}:${name}` })}
        back={back}
      />
      <PageBody>
        {kind === undefined ? (
          <Missing title={t('add.unknown')} text={t('add.unknownText')} back={back} />
        ) : (
          <EditTarget key={`${service}:${name}`} kind={kind} name={name} />
        )}
      </PageBody>
    </>
  );
}
