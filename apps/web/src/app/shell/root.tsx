import { Outlet } from '@tanstack/react-router';
import { SnackBar } from './snack-bar.tsx';
import { TopProgress } from './top-progress.tsx';

/** What every page has, the login screen too. */
export function Root() {
  return (
    <>
      <TopProgress />
      <Outlet />
      <SnackBar />
    </>
  );
}
