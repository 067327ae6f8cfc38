import { Navigate } from '@tanstack/react-router';
import { useCurrentPath } from '#web/lib/router/navigation.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';

/** /buckets/{name} shows nothing of its own and leads to the list; anything below is no page. */
export function BareBucket() {
  const [, , , ...rest] = useCurrentPath().split('/');
  return rest.some((part) => part !== '') ? <NotFoundPage /> : <Navigate to="/buckets" replace />;
}
