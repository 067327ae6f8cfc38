import { describe, expect, it } from 'vitest';
import { isWithin, normalizeDn, parseDn } from './dn.ts';
import { fillFilter, readSettings, SettingsError } from './settings.ts';

describe('a distinguished name', () => {
  it.each([
    ['UID = jürgen , OU=People,dc=Example', 'uid=jürgen,ou=People,dc=Example'],
    ['uid=j\\C3\\BCrgen,dc=x', 'uid=jürgen,dc=x'],
    ['cn=\\E5\\B1\\B1\\E7\\94\\B0,dc=x', 'cn=山田,dc=x'],
    ['cn=Smith\\, John,dc=x', 'cn=Smith\\, John,dc=x'],
    ['cn=Smith\\2C John,dc=x', 'cn=Smith\\, John,dc=x'],
    ['cn=\\ a \\ ,dc=x', 'cn=\\ a \\ ,dc=x'],
    ['cn=\\#1+SN=b,dc=x', 'cn=\\#1+sn=b,dc=x'],
    ['sn=b+cn=a', 'cn=a+sn=b'],
    ['cn=a\\0Ab', 'cn=a\\0ab'],
    ['2.5.4.3=a', '2.5.4.3=a'],
    ['cn=😀‮evil', 'cn=😀‮evil'],
  ])('%s is %s', (text, normal) => {
    expect(normalizeDn(text)).toBe(normal);
    expect(normalizeDn(normal)).toBe(normal);
  });

  it.each(['', 'alice', 'cn', '=x', 'cn=a,', 'cn=a,,dc=x', 'c n=a', 'cn=\\zz', 'cn=\\ff', 'cn=\\'])(
    '%j is none',
    (text) => expect(parseDn(text)).toBeUndefined(),
  );

  it('longer than any is none, whatever it holds', () => {
    expect(parseDn(`cn=${'a'.repeat(5000)}`)).toBeUndefined();
  });

  it('is within those that it ends with', () => {
    const within = (dn: string, base: string) =>
      isWithin(parseDn(dn) ?? [], parseDn(base) ?? [[{ type: 'none', value: '' }]]);
    expect(within('uid=a,ou=P,dc=x', 'OU=p, DC=X')).toBe(true);
    expect(within('ou=p,dc=x', 'ou=p,dc=x')).toBe(true);
    expect(within('dc=x', 'ou=p,dc=x')).toBe(false);
    expect(within('uid=a\\,ou=p,dc=x', 'ou=p,dc=x')).toBe(false);
  });
});

describe('the settings of a directory', () => {
  const RIGHT = {
    server_addr: 'ldap.example.com:636',
    lookup_bind_dn: 'cn=lookup,dc=x',
    lookup_bind_password: 'secret',
    user_dn_search_base_dn: 'ou=a,dc=x; OU=b, dc=x',
    user_dn_search_filter: '(uid=%s)',
  };

  it('are read', () => {
    expect(readSettings({ ...RIGHT, user_dn_attributes: 'mail, cn' })).toEqual({
      address: 'ldap.example.com:636',
      srv: '',
      security: 'tls',
      verify: true,
      lookup: { dn: 'cn=lookup,dc=x', password: 'secret' },
      users: {
        bases: ['ou=a,dc=x', 'ou=b,dc=x'],
        filter: '(uid=%s)',
        attributes: ['mail', 'cn'],
        nameAttributes: ['uid'],
      },
    });
    const filter = '(&(objectCategory=user)(|(sAMAccountName=%s)(mail=%s))(cn=x*))';
    expect(readSettings({ ...RIGHT, user_dn_search_filter: filter }).users.nameAttributes).toEqual([
      'sAMAccountName',
      'mail',
    ]);
    expect(readSettings({ ...RIGHT, server_insecure: 'on' }).security).toBe('none');
    const both = { server_insecure: 'on', server_starttls: 'on', tls_skip_verify: 'on' };
    expect(readSettings({ ...RIGHT, ...both })).toMatchObject({
      security: 'starttls',
      verify: false,
    });
  });

  it.each<[string, Record<string, string>]>([
    ['server_addr', { server_addr: '' }],
    ['server_addr', { server_addr: 'ldap://example.com' }],
    ['server_addr', { server_addr: 'a:b:c' }],
    ['srv_record_name', { srv_record_name: 'ldapx' }],
    ['lookup_bind_dn', { lookup_bind_dn: ' ' }],
    ['user_dn_search_base_dn', { user_dn_search_base_dn: '' }],
    ['user_dn_search_base_dn', { user_dn_search_base_dn: 'people' }],
    ['user_dn_search_base_dn', { user_dn_search_base_dn: 'dc=x;ou=a,DC=X' }],
    ['user_dn_search_filter', { user_dn_search_filter: '' }],
    ['user_dn_search_filter', { user_dn_search_filter: '(uid=*)' }],
    ['user_dn_search_filter', { user_dn_search_filter: '(&(uid=%s)(dn=%d))' }],
    ['user_dn_search_filter', { user_dn_search_filter: '(uid=%s' }],
    ['user_dn_search_filter', { user_dn_search_filter: '(uid=%s))(x=y)' }],
    ['user_dn_attributes', { user_dn_attributes: 'mail;cn' }],
    ['group_search_base_dn', { group_search_filter: '(member=%d)' }],
    ['group_search_filter', { group_search_base_dn: 'ou=g,dc=x' }],
    [
      'group_search_filter',
      { group_search_base_dn: 'ou=g,dc=x', group_search_filter: '(objectClass=group)' },
    ],
  ])('are refused by %s: %j', (key, change) => {
    let error: unknown;
    try {
      readSettings({ ...RIGHT, ...change });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(SettingsError);
    expect(error).toMatchObject({ key });
  });

  it('are refused by the first that is missing, the address before all', () => {
    expect(() => readSettings({})).toThrow(expect.objectContaining({ key: 'server_addr' }));
  });
});

it('puts a user into a filter as a name and no more', () => {
  const user = { name: '*)(uid=%d\\', dn: 'cn=a(b)\0' };
  expect(fillFilter('(|(uid=%s)(member=%d))', user)).toBe(
    '(|(uid=\\2a\\29\\28uid=%d\\5c)(member=cn=a\\28b\\29\\00))',
  );
});
