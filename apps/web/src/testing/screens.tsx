import type { ComponentType } from 'react';
import type { Screen } from '#web/app/screens.ts';
import { CallbackPage } from '#web/features/auth/callback-page.tsx';
import { LoginPage } from '#web/features/auth/login-page.tsx';
import { loadPart } from '#web/lib/parts/load-part.ts';
import { useCurrentPath } from '#web/lib/router/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

function BucketList() {
  return <PageHeader title="Bucket list" />;
}

function Start() {
  return <PageHeader title="Start" />;
}

function ObjectBrowser() {
  return (
    <>
      <PageHeader title="Object browser" />
      <output aria-label="address">{useCurrentPath()}</output>
    </>
  );
}

/** A screen whose code is already loaded. */
function there(component: ComponentType): Screen {
  return { loaded: () => component, load: () => Promise.resolve(component) };
}

/** Replaces the console's screens in tests that are about the app itself. */
export const SCREENS = {
  login: there(LoginPage),
  loginCallback: there(CallbackPage),
  metrics: there(Start),
  tenantConsole: there(Start),
  buckets: there(BucketList),
  objectBrowser: there(ObjectBrowser),
  /** Its code is gone, because another release has replaced this one. */
  tools: {
    loaded: () => undefined,
    load: () => loadPart(() => Promise.reject(new TypeError('Failed to fetch'))),
  },
};
