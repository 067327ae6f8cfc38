import { Button, NativeSelect } from '@mantine/core';
import type { ConfigDetail } from '@stowage/contract/settings/configs';
import { IconMapOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { labelOf } from '#web/entities/config/config-fields.ts';
import { configQuery } from '#web/entities/config/config-query.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { capitalised } from '#web/lib/format/capitalised.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { choiceField, formatSearch, type SearchFields, textField } from '#web/lib/router/search.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { ConfigFormSection } from './components/config-form-section.tsx';
import { configLabel } from './config-label.ts';
import { settingsText } from './en.ts';
import { isTile } from './model/config-forms.ts';
import classes from './settings.module.css';

const DEFAULT_TARGET = '_';
const search: SearchFields<{ readonly target: string; readonly mode: 'edit' | 'add' }> = {
  target: textField,
  mode: choiceField(['edit', 'add']),
};
const icon = { stroke: 1.6, 'aria-hidden': true } as const;

interface TargetBarProps {
  readonly detail: ConfigDetail;
  readonly target: string;
  readonly adding: boolean;
  readonly onChoose: (target: string) => void;
  readonly onAdd: () => void;
}

/** For a configuration with several targets: selects one, or adds one. */
function TargetBar({ detail, target, adding, onChoose, onAdd }: TargetBarProps) {
  const t = useText(settingsText);
  const named = detail.targets.filter(({ name }) => name !== DEFAULT_TARGET);
  const options = [
    ...(adding ? [{ value: '+', label: t('form.addTarget') }] : []),
    { value: '', label: t('form.defaultTarget') },
    ...named.map(({ name }) => ({ value: name, label: name })),
  ];
  return (
    <div className={classes.head}>
      <NativeSelect
        label={t('form.target')}
        data={options}
        value={adding ? '+' : target}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} {...icon} />}
        disabled={adding}
        onClick={onAdd}
      >
        {t('form.addTarget')}
      </Button>
    </div>
  );
}

function NotFound() {
  const t = useText(settingsText);
  return (
    <EmptyState
      icon={<IconMapOff size={24} {...icon} />}
      title={t('form.notFound')}
      action={
        <Button component={RouterLink} to={pagePath('settings')} variant="default">
          {t('form.toSettings')}
        </Button>
      }
    />
  );
}

function Unavailable({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.stack}>
      <WarningNote>{children}</WarningNote>
    </div>
  );
}

/** One configuration of the storage server. */
export function ConfigPage() {
  const t = useText(settingsText);
  const { option: name } = useRouteParams('settingsOption');
  const [{ target, mode }] = useSearch(search);
  const go = useGo();
  const query = useQuery(configQuery(name, target));
  const { data: detail, error } = query;
  const adding = mode === 'add' && detail?.multiple === true;
  // Not as a change of the query, which the form of another target would not hold up.
  const open = (place: { readonly target: string; readonly mode: 'edit' | 'add' }) =>
    go(pagePath('settingsOption', { option: name }, formatSearch(search, place)), {
      replace: true,
    });

  function content(): ReactNode {
    if (error instanceof ApiError && (error.code === 'NotFound' || error.field === 'name')) {
      const isMissing = isTile(name) && target === '';
      return isMissing ? <Unavailable>{t('unknown')}</Unavailable> : <NotFound />;
    }
    if (detail === undefined) {
      return error ? (
        <QueryFailure title={t('failed')} query={query} />
      ) : (
        <ListSkeleton rows={6} height={64} />
      );
    }
    if (detail.unavailable !== undefined) return <Unavailable>{detail.unavailable}</Unavailable>;
    return (
      <>
        {detail.description !== '' && (
          <p className={classes.text}>{capitalised(detail.description)}</p>
        )}
        {detail.multiple && (
          <TargetBar
            detail={detail}
            target={target}
            adding={adding}
            onChoose={(chosen) => open({ target: chosen, mode: 'edit' })}
            onAdd={() => open({ target: '', mode: 'add' })}
          />
        )}
        <ConfigFormSection
          key={`${name}:${target}:${mode}`}
          detail={detail}
          target={target === '' ? undefined : target}
          adding={adding}
        />
      </>
    );
  }

  const known = isTile(name) || detail !== undefined;
  const label = known ? configLabel(t, name) : labelOf(name);
  const title = t('form.title', { label });
  return (
    <>
      <PageHeader title={title} />
      <PageBody>
        <p className={classes.back}>
          <RouterLink to={pagePath('settings')}>{t('form.return')}</RouterLink>
        </p>
        {content()}
      </PageBody>
    </>
  );
}
