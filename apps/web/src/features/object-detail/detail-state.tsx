import { Button, Skeleton } from '@mantine/core';
import type { StoredObject } from '@stowage/contract/objects';
import { IconFileOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { Facts } from './details/facts.tsx';
import { objectDetailText } from './en.ts';

interface GoneProps {
  /** Whether a single version is missing. */
  readonly isVersion: boolean;
  readonly onBack: () => void;
  readonly onCurrent: () => void;
}

/** Shown when the object or version no longer exists. */
function Gone({ isVersion, onBack, onCurrent }: GoneProps) {
  const t = useText(objectDetailText);
  return (
    <div role="alert">
      <EmptyState
        icon={<IconFileOff size={24} stroke={1.6} />}
        title={t(isVersion ? 'gone.version' : 'gone.title')}
        action={
          <Button variant="default" onClick={isVersion ? onCurrent : onBack}>
            {t(isVersion ? 'gone.current' : 'back')}
          </Button>
        }
      >
        {t(isVersion ? 'gone.versionText' : 'gone.text')}
      </EmptyState>
    </div>
  );
}

interface DetailStateProps extends Omit<GoneProps, 'isVersion'> {
  readonly bucket: string;
  readonly query: UseQueryResult<unknown>;
  /** The object's entry in the folder listing. */
  readonly listed: StoredObject | null | undefined;
}

/** Replaces missing details: they are loading, denied, or the object is gone. */
export function DetailState({ bucket, query, listed, ...gone }: DetailStateProps) {
  const t = useText(objectDetailText);
  if (query.isPending) return <Skeleton height={120} radius="sm" />;
  const code = query.error instanceof ApiError ? query.error.code : undefined;
  if (code === 'ObjectNotFound' || code === 'VersionNotFound') {
    return <Gone {...gone} isVersion={code === 'VersionNotFound'} />;
  }
  if (code === 'AccessDenied' && listed) {
    return (
      <>
        <Facts bucket={bucket} object={listed} />
        <p>{t('partly')}</p>
      </>
    );
  }
  return <QueryFailure title={t('failed')} query={query} />;
}
