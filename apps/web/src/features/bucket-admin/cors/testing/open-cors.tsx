import type { CorsRule, CorsRules } from '@stowage/contract/bucket-admin/cors';
import type { Bucket } from '@stowage/contract/buckets';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CorsSection } from '../cors-section.tsx';

/** A rule that lets the pages of an app read. */
export function aCorsRule(parts: Partial<CorsRule> = {}): CorsRule {
  return {
    ...{ position: 1, id: 'app', origins: ['https://app.example.com'], methods: ['GET'] },
    ...{ headers: [], exposed: [], revision: 'r1' },
    ...parts,
  };
}

interface Options {
  readonly answer?: Partial<CorsRules>;
  readonly handlers?: Handlers;
  readonly bucket?: Partial<Bucket>;
  readonly session?: Parameters<typeof aSession>[0];
}

export async function openCors(rules: CorsRule[], options: Options = {}) {
  const { answer, handlers, bucket, session } = options;
  const server = fakeServer({
    'bucketAdmin.listCorsRules': () => ({ rules, offered: true, ...answer }),
    ...handlers,
  });
  const rendered = await renderScreen(
    <CorsSection bucket={aBucket({ name: 'photos', ...bucket })} />,
    { session: aSession(session) },
  );
  return { ...rendered, server };
}

export const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

export async function openAdd(user: UserEvent) {
  const [add] = await screen.findAllByRole('button', { name: 'Add CORS Rule' });
  await user.click(add as Element);
  return within(await screen.findByRole('dialog', { name: 'Add CORS Rule' }));
}

export async function choose(user: UserEvent, name: string, action: 'Edit' | 'Delete') {
  const shown = await row(new RegExp(name.replaceAll(/[.*]/g, '\\$&')));
  await user.click(shown.getByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog', { name: `${action} CORS Rule` }));
}
