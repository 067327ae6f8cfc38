import { useRouteContext } from '@tanstack/react-router';
import { Shell } from './shell.tsx';

/** The shell at its place in the route tree. */
export function ShellRoute() {
  const logOut: () => void = useRouteContext({
    strict: false,
    select: (context) => Reflect.get(context, 'logOut'),
  });
  return <Shell onLogout={logOut} />;
}
