import { parentPrefix } from '@stowage/domain/object-key';
import { useCallback, useSyncExternalStore } from 'react';
import { RouterContext } from '#web/lib/router/navigation.ts';
import type { ConsoleRouter, Place } from '#web/lib/router/router.ts';
import { useScrollPosition } from '#web/lib/router/use-scroll-position.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import type { PageContent } from '../open-page.tsx';
import { CrashPage } from './crash-page.tsx';
import { SnackBar } from './snack-bar.tsx';
import { TopProgress } from './top-progress.tsx';

interface RootProps {
  readonly router: ConsoleRouter<PageContent>;
  readonly onLogout: () => void;
}

const crashed = (error: unknown) => <CrashPage error={error} />;

/** Returns the folder part of an object browser address: its objects open next to it. */
function folderOf({ match }: Place): string | undefined {
  if (match?.name !== 'objectBrowser') return undefined;
  const { bucketName = '', rest = '' } = match.params ?? {};
  return `${bucketName}/${rest.endsWith('/') ? rest : parentPrefix(rest)}`;
}

function staysPut(from: Place, to: Place): boolean {
  const folder = folderOf(to);
  return folder !== undefined && folder === folderOf(from);
}

function CurrentPage({ router, onLogout }: RootProps) {
  const shown = useSyncExternalStore(router.subscribe, router.shown);
  useScrollPosition(shown, staysPut);
  const fallback = useCallback(crashed, []);
  if (shown === undefined) return null;
  const { screen, Shell } = shown.content;
  const page = (
    <ErrorBoundary resetKey={shown.place.key} fallback={fallback}>
      {screen}
    </ErrorBoundary>
  );
  return Shell ? <Shell onLogout={onLogout}>{page}</Shell> : page;
}

/** What every page includes, the login screen too. */
export function Root({ router, onLogout }: RootProps) {
  return (
    <RouterContext value={router}>
      <TopProgress />
      <ErrorBoundary fallback={crashed}>
        <CurrentPage router={router} onLogout={onLogout} />
      </ErrorBoundary>
      <SnackBar />
    </RouterContext>
  );
}
