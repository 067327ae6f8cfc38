import type { LdapEntity } from '@stowage/contract/identity/ldap';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { LdapPage } from './ldap-page.tsx';

const JUERGEN = 'uid=jürgen,ou=people,dc=example,dc=org';
const SOUTH = 'cn=Käufer, Süd,ou=groups,dc=example,dc=org';
const ENTITIES: readonly LdapEntity[] = [
  { kind: 'user', dn: JUERGEN, policies: ['readonly', 'readwrite'] },
  { kind: 'user', dn: 'uid=\u202enna,ou=people', policies: ['diagnostics'] },
  { kind: 'group', dn: SOUTH, policies: ['readonly'] },
];

async function open({
  entities = ENTITIES,
  handlers = {},
  allowedActions = ['admin:*'],
  query = '',
}: {
  readonly entities?: readonly LdapEntity[];
  readonly handlers?: Handlers;
  readonly allowedActions?: string[];
  readonly query?: string;
} = {}) {
  const server = fakeServer({
    'identity.listLdapEntities': () => ({ entities: [...entities], total: entities.length }),
    'identity.attachLdapPolicies': () => undefined,
    'identity.detachLdapPolicies': () => undefined,
    'identity.listPolicies': () => ({
      policies: ['diagnostics', 'readonly'].map((name) => ({ name, statements: 1, builtIn: true })),
      total: 2,
    }),
    ...handlers,
  });
  const session = aSession({ allowedActions });
  const options = { pattern: '/ldap', route: `/ldap${query}`, session };
  return { ...(await renderScreen(<LdapPage />, options)), server };
}

const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the entities of LDAP', () => {
  it('show by user, by group and by policy, and are searched', async () => {
    const { user } = await open();
    await waitFor(() => expect(names()).toHaveLength(2));
    // Bidirectional control characters are escaped.
    expect(names()[0]).toBe(JUERGEN);
    expect(names()[1]).not.toContain('\u202e');
    await user.click(screen.getByRole('radio', { name: 'Groups (1)' }));
    await waitFor(() => expect(names()).toEqual([SOUTH]));
    await user.click(screen.getByRole('radio', { name: 'Policies (3)' }));
    await waitFor(() =>
      expect(names()).toEqual(['diagnostics', 'readonly', 'readonly', 'readwrite']),
    );
    await user.type(screen.getByRole('searchbox'), 'KÄUFER');
    await waitFor(() => expect(names()).toEqual(['readonly']));
    expect(screen.getByRole('link', { name: 'readonly' }).getAttribute('href')).toContain(
      '/policies/readonly',
    );
  });

  it('get policies under a DN that is typed, where the storage server finds it', async () => {
    let refused = true;
    const detail = 'The specified group does not exist.';
    const { user, server } = await open({
      handlers: {
        'identity.attachLdapPolicies': () =>
          refused ? fail('InvalidInput', { field: 'name', detail }) : undefined,
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Attach Policies' }));
    const attach = await dialog('Attach Policies');
    await user.click(attach.getByRole('radio', { name: 'Group' }));
    const name = attach.getByRole('textbox', { name: /^Group/ });
    await user.click(attach.getByRole('button', { name: 'Attach' }));
    expect(fieldError(name)).toBe('Enter a DN.');
    await user.type(name, ` ${SOUTH} `);
    await user.click(await attach.findByRole('checkbox', { name: 'readonly' }));
    await user.click(attach.getByRole('button', { name: 'Attach' }));
    await waitFor(() => expect(fieldError(name)).toBe(detail));
    refused = false;
    await user.type(name, ' ');
    await user.click(attach.getByRole('button', { name: 'Attach' }));
    await noDialog();
    const sent = { kind: 'group', name: SOUTH, policies: ['readonly'] };
    expect(server.calls('identity.attachLdapPolicies').map(({ body }) => body)).toEqual([
      sent,
      sent,
    ]);
    expect(server.calls('identity.listLdapEntities')).toHaveLength(2);
  });

  it('lose the policies that are chosen, under the DN as it was given', async () => {
    const { user, server } = await open({ query: '?by=policy&filter=Käufer' });
    await user.click(await screen.findByRole('button', { name: /^Actions for readonly of/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Detach Policies' }));
    const detach = await dialog('Detach Policies');
    expect(detach.getByText(SOUTH)).toBeDefined();
    const only = await detach.findByRole<HTMLInputElement>('checkbox', { name: 'readonly' });
    expect(only.checked).toBe(true);
    await user.click(detach.getByRole('button', { name: 'Detach' }));
    await noDialog();
    expect(server.calls('identity.detachLdapPolicies').map(({ body }) => body)).toEqual([
      { kind: 'group', name: SOUTH, policies: ['readonly'] },
    ]);
  });

  it('are explained where there are none, and not changed by who may not', async () => {
    await open({ entities: [], allowedActions: ['admin:ListUserPolicies'] });
    expect(await screen.findByText(/can log in once a policy is attached/)).toBeDefined();
    const attach = screen.getByRole('button', { name: 'Attach Policies' });
    expect(attach.getAttribute('aria-disabled')).toBe('true');
  });

  it('say why they cannot be loaded', async () => {
    const detail = 'LDAP is not set up at this storage server.';
    await open({
      handlers: { 'identity.listLdapEntities': () => fail('NotSupported', { detail }) },
    });
    expect((await screen.findByRole('alert')).textContent).toContain(detail);
  });
});
