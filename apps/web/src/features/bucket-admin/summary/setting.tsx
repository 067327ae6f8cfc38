import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '#web/ui/en.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { type DialogFrame, useDialog } from '#web/ui/use-dialog.ts';
import { summaryText } from './en.ts';
import classes from './setting.module.css';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/**
 * The result of one of many queries on a page: a skeleton, its error with a retry button, or the
 * content.
 */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const t = useText(summaryText);
  const ui = useText(uiText);
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      <div className={classes.skeleton} role="status" aria-label={ui('loading')}>
        <Skeleton height={16} width="45%" radius="sm" />
        <Skeleton height={12} width="75%" radius="sm" />
      </div>
    );
  }
  const { error } = query;
  if (error instanceof ApiError && error.code === 'NotSupported') {
    return <p className={classes.muted}>{t('unavailable')}</p>;
  }
  return (
    <div className={classes.failure} role="alert">
      <span>
        {t('failed')} {error?.message}
      </span>
      <Button
        size="xs"
        variant="default"
        loading={query.isFetching}
        leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden />}
        onClick={() => void query.refetch()}
      >
        {t('retry')}
      </Button>
    </div>
  );
}

interface SettingValueProps {
  readonly children: ReactNode;
  /** Explains the value in a sentence. */
  readonly hint?: ReactNode;
}

/** A setting's value and its explanation. */
export function SettingValue({ children, hint }: SettingValueProps) {
  return (
    <div>
      <div className={classes.value}>{children}</div>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** Another setting in the same card, under its own heading. */
function SettingPart({ title, action, children }: PartProps) {
  return (
    <div className={classes.sub}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {action}
      </div>
      {children}
    </div>
  );
}

/** The props of a setting's card. */
export interface CardProps {
  readonly bucket: string;
  /** Whether the caller can change the setting here. */
  readonly canChange: boolean;
}

/** The props of a setting's dialog. */
export interface SettingDialogProps<State> extends DialogFrame {
  readonly bucket: string;
  /** The setting as of opening the dialog, or as last returned by `reload`. */
  readonly current: State;
  /** Reloads the setting; undefined if that failed. */
  readonly reload: () => Promise<State | undefined>;
}

interface SettingProps<State> {
  readonly title: string;
  readonly bucket: string;
  readonly query: UseQueryResult<State>;
  readonly canChange: boolean;
  readonly value: (state: State) => ReactNode;
  readonly dialog: (props: SettingDialogProps<State>) => ReactNode;
  /** 'part' if it belongs to the card of another setting. */
  readonly as?: 'card' | 'part';
  readonly width?: 'half' | 'full';
  /** More settings in the same card. */
  readonly children?: ReactNode;
}

/** A setting of the bucket: its value, and a button that opens the dialog to change it. */
export function Setting<State>(props: SettingProps<State>) {
  const { title, bucket, query, canChange, width = 'half' } = props;
  const t = useText(summaryText);
  const { subject, turn, frame, open, replace } = useDialog<State>();
  const { data } = query;
  const reload = async () => {
    const fresh = (await query.refetch()).data;
    if (fresh !== undefined) replace(fresh);
    return fresh;
  };
  const action = canChange && data !== undefined && (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('editOf', { what: title })}
      aria-haspopup="dialog"
      onClick={() => open(data)}
    >
      {t('edit')}
    </Button>
  );
  const content = (
    <>
      <Loaded query={query}>{props.value}</Loaded>
      {subject !== undefined && (
        <Suspense key={turn} fallback={null}>
          {props.dialog({ ...frame, bucket, current: subject, reload })}
        </Suspense>
      )}
      {props.children}
    </>
  );
  if (props.as === 'part') {
    return (
      <SettingPart title={title} action={action}>
        {content}
      </SettingPart>
    );
  }
  return (
    <SettingCard title={title} action={action} width={width}>
      {content}
    </SettingCard>
  );
}
