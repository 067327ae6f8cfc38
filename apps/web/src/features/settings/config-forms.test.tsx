import type { ConfigDetail } from '@stowage/contract/settings/configs';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ConfigPage } from './config-page.tsx';
import { declaredFields } from './model/config-forms.ts';
import { aConfig, aValue } from './testing/configs.ts';

async function open(detail: ConfigDetail, handlers: Handlers = {}) {
  const server = fakeServer({
    'settings.getConfig': () => detail,
    'settings.setConfig': () => ({ restart: true }),
    ...handlers,
  });
  const rendered = await renderScreen(<ConfigPage />, {
    route: `/settings/${detail.name}`,
    pattern: '/settings/:option',
  });
  return { ...rendered, server };
}

const save = () => screen.getByRole('button', { name: 'Save' });

async function review(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(save());
  return within(await screen.findByRole('dialog'));
}

/**
 * A configuration's settings on the embedded store and on older servers, as listed in the document.
 */
const onServer = (keys: readonly string[], defaults: Readonly<Record<string, string>> = {}) =>
  keys.map((key) => {
    const byDefault = defaults[key];
    return aValue(key, {
      ...(key.endsWith('token') || key.endsWith('secret') ? { secret: { is_set: false } } : {}),
      ...(byDefault !== undefined && { default: byDefault, value: byDefault }),
    });
  });

const fieldOf = (label: string) =>
  screen.queryByRole('group', { name: label }) ??
  screen.getAllByLabelText(new RegExp(`^${label}( \\*)?$`))[0];

describe('the form of', () => {
  it.each([
    ['region [SETTINGS-12]', 'region', 'name,comment', 'Server Location,Comment'],
    [
      'cache [SETTINGS-14]',
      'cache',
      'drives,expiry,quota,exclude,after,watermark_low,watermark_high,comment',
      'Drives,Expiry,Quota,Exclude,After,Watermark Low,Watermark High,Comment',
    ],
    ['compression [SETTINGS-16]', 'compression', 'extensions,mime_types', 'Extensions,MIME Types'],
    [
      'api [SETTINGS-17]',
      'api',
      'requests_max,cors_allow_origin,replication_workers,replication_failed_workers',
      'Requests Max,CORS Allow Origin,Replication Workers,Replication Failed Workers',
    ],
    ['heal [SETTINGS-20]', 'heal', 'bitrotscan,max_sleep,max_io', 'Bitrotscan,Max Sleep,Max IO'],
    ['scanner [SETTINGS-21]', 'scanner', 'delay,max_wait,cycle', 'Delay,Max Wait,Cycle'],
    [
      'etcd [SETTINGS-25]',
      'etcd',
      'endpoints,path_prefix,coredns_path,client_cert,client_cert_key,comment',
      'Endpoints,Path Prefix,Coredns Path,Client Cert,Client Cert Key,Comment',
    ],
    [
      'identity_openid [SETTINGS-28]',
      'identity_openid',
      'config_url,client_id,client_secret,claim_name,claim_prefix,claim_userinfo,redirect_uri,scopes',
      'Config URL,Client ID,Client Secret,Claim Name,Claim Prefix,Claim Userinfo,Redirect Uri,Scopes',
    ],
    [
      'identity_ldap [SETTINGS-29]',
      'identity_ldap',
      'server_addr,username_format,username_search_filter,group_search_filter,username_search_base_dn,group_name_attribute,sts_expiry,tls_skip_verify,server_insecure,comment',
      'Server Addr,Username Format,Username Search Filter,Group Search Filter,Username Search Base DN,Group Name Attribute,STS Expiry,TLS Skip Verify,Server Insecure,Comment',
    ],
    [
      'logger_webhook [SETTINGS-35]',
      'logger_webhook',
      'endpoint,auth_token',
      'Endpoint,Auth Token',
    ],
    ['audit_webhook [SETTINGS-35]', 'audit_webhook', 'endpoint,auth_token', 'Endpoint,Auth Token'],
  ])('%s has its fields', async (_, name, keys, labels) => {
    await open(aConfig(name, { key_values: onServer(keys.split(',')) }));
    await screen.findByRole('button', { name: 'Save' });
    for (const label of labels.split(',')) expect(fieldOf(label), label).toBeVisible();
  });

  it.each([
    ['region [SETTINGS-13]', 'region', ['name', 'comment'], 1],
    ['cache [SETTINGS-15]', 'cache', ['drives', 'comment'], 1],
    ['etcd [SETTINGS-26]', 'etcd', ['endpoints', 'comment'], 1],
    [
      'identity_ldap [SETTINGS-30]',
      'identity_ldap',
      [
        'server_addr',
        'username_format',
        'username_search_filter',
        'group_search_filter',
        'comment',
      ],
      4,
    ],
    ['logger_webhook [SETTINGS-36]', 'logger_webhook', ['endpoint', 'auth_token', 'comment'], 2],
    ['audit_webhook [SETTINGS-38]', 'audit_webhook', ['endpoint', 'auth_token', 'comment'], 2],
  ])('%s cannot be saved without what it needs', async (_, name, keys, count) => {
    const { user, server } = await open(aConfig(name, { key_values: onServer(keys) }));
    await user.type(await screen.findByLabelText('Comment'), 'note');
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await user.click(save());
    expect(await screen.findAllByText('Field cannot be empty')).toHaveLength(count);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.calls('settings.setConfig')).toHaveLength(0);
  });

  it('audit_webhook sends its endpoint and token [SETTINGS-37]', async () => {
    const key_values = onServer(['endpoint', 'auth_token']);
    const { user, server } = await open(aConfig('audit_webhook', { key_values }));
    await user.type(await screen.findByLabelText(/^Endpoint/), 'http://x/');
    await user.type(screen.getByLabelText(/^Auth Token/), 'geheim');
    await user.click((await review(user)).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls('settings.setConfig')).toHaveLength(1));
    expect(server.calls('settings.setConfig')[0]?.body.key_values).toEqual([
      { key: 'endpoint', value: 'http://x/' },
      { key: 'auth_token', value: 'geheim' },
    ]);
  });

  it.each([
    [
      'api [SETTINGS-18] [SETTINGS-19]',
      'api',
      { 'Replication Workers': '100', 'Replication Failed Workers': '4' },
    ],
    [
      'scanner [SETTINGS-22] [SETTINGS-23] [SETTINGS-24]',
      'scanner',
      {
        Delay: '10.0',
        'Max Wait': '15',
        'Unit of Max Wait': 's',
        Cycle: '1',
        'Unit of Cycle': 'm',
      },
    ],
    ['etcd [SETTINGS-27]', 'etcd', { 'Coredns Path': '/skydns' }],
    [
      'identity_ldap [SETTINGS-31]',
      'identity_ldap',
      { 'STS Expiry': '1', 'Unit of STS Expiry': 'h' },
    ],
  ])('%s begins with its defaults', async (_, name, values) => {
    const keys = declaredFields(name).map(({ key }) => key);
    await open(aConfig(name, { key_values: onServer(keys) }));
    await screen.findByRole('button', { name: 'Save' });
    for (const [label, value] of Object.entries(values)) {
      expect(screen.getByLabelText(label), label).toHaveValue(value);
    }
  });

  it('identity_ldap checks certificates and wants TLS unless told otherwise [SETTINGS-33] [SETTINGS-34]', async () => {
    const keys = declaredFields('identity_ldap').map(({ key }) => key);
    await open(aConfig('identity_ldap', { key_values: onServer(keys) }));
    expect(await screen.findByRole('switch', { name: 'TLS Skip Verify' })).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Server Insecure' })).not.toBeChecked();
  });

  it('identity_ldap takes an expiry in seconds, minutes, hours or days [SETTINGS-32]', async () => {
    const key_values = [aValue('sts_expiry', { value: '1h' })];
    const { user, server } = await open(aConfig('identity_ldap', { key_values }));
    const unit = await screen.findByLabelText('Unit of STS Expiry');
    const units = within(unit).getAllByRole<HTMLOptionElement>('option');
    expect(units.map(({ value }) => value)).toEqual(['s', 'm', 'h', 'd']);
    await user.clear(screen.getByLabelText('STS Expiry'));
    await user.type(screen.getByLabelText('STS Expiry'), '7');
    await user.selectOptions(unit, 'd');
    await user.click((await review(user)).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls('settings.setConfig')).toHaveLength(1));
    expect(server.calls('settings.setConfig')[0]?.body.key_values).toContainEqual({
      key: 'sts_expiry',
      value: '168h',
    });
  });

  it('shows what the server does not have as such', async () => {
    await open(aConfig('api', { key_values: onServer(['requests_max']) }));
    const missing = await screen.findByLabelText('Replication Workers');
    expect(missing).toBeDisabled();
    // It has no default either.
    expect(screen.queryByText('Default: 100')).toBeNull();
    expect(screen.getAllByText('The connected server does not have this setting.')).toHaveLength(3);
  });
});
