import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findSlapd } from '../../../../scripts/setup/event-servers.mjs';
import { onPath } from '../../../../scripts/setup/executable.mjs';
import {
  type LocalServer,
  serve,
} from '../../../storage-embedded/src/notifications/testing/local-servers.ts';
import { freePort } from '../../../storage-embedded/src/testing/free-port.ts';
import { Directory } from '../directory.ts';
import { readSettings } from '../settings.ts';

/** Path of the LDAP server; without one, dependent tests are skipped. */
export const slapdProgram = findSlapd();
const openssl = onPath(['openssl']);
/** Whether the test directory can use TLS. */
export const hasTls = openssl !== undefined;

export const BASE = 'dc=example,dc=org';
export const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
export const LOOKUP = { dn: `cn=lookup,${BASE}`, password: 'lookup-password' };
/** The password of every user in the test directory. */
export const PASSWORD = 'pass wörd';

/** The users with their names and groups. */
const USERS: Readonly<Record<string, readonly string[]>> = {
  alice: ['ops'],
  jürgen: ['ops', 'Käufer, Süd'],
  山田: [],
  "o'neil (x)*": [],
  twin: [],
};

/** A user with more attributes and groups than fit into a request. */
const VERBOSE = 'verbose';

/** A second OU, so that one name can match two users. */
const SECOND = `ou=second,${PEOPLE}`;

export interface TestDirectory {
  readonly server: LocalServer;
  readonly port: number;
  /** The certificate of the directory's own CA, in PEM; '' without TLS. */
  readonly certificate: string;
  /** Returns the directory's identity_ldap keys, without TLS; overrides take precedence. */
  config(change?: Readonly<Record<string, string>>): Record<string, string>;
  /** `config` as a line for the configuration of a storage server. */
  configText(change?: Readonly<Record<string, string>>): string;
}

/** Returns the DN of a user as the directory does. */
export const dnOf = (name: string) => `uid=${escaped(name)},${PEOPLE}`;
export const groupDn = (name: string) => `cn=${escaped(name)},${GROUPS}`;
const escaped = (value: string) => value.replaceAll(/[,+"\\<>;]/g, '\\$&');

/** Starts a directory on its own port, with users in several scripts and their groups. */
export async function startDirectory(): Promise<TestDirectory> {
  const program = slapdProgram ?? '';
  const folder = mkdtempSync(path.join(tmpdir(), 'stowage-slapd-'));
  await mkdir(path.join(folder, 'data'));
  const settings = path.join(folder, 'slapd.conf');
  const certificate = makeCertificate(folder);
  writeFileSync(settings, settingsText(folder, certificate !== ''));
  const ldif = path.join(folder, 'entries.ldif');
  writeFileSync(ldif, entries());
  execFileSync(program, ['-Ta', '-q', '-f', settings, '-l', ldif], { stdio: 'ignore' });
  const port = await freePort();
  const config = (change: Readonly<Record<string, string>> = {}) => ({
    enable: 'on',
    server_addr: `127.0.0.1:${port}`,
    server_insecure: 'on',
    lookup_bind_dn: LOOKUP.dn,
    lookup_bind_password: LOOKUP.password,
    user_dn_search_base_dn: PEOPLE,
    user_dn_search_filter: '(uid=%s)',
    group_search_base_dn: GROUPS,
    group_search_filter: '(&(objectClass=groupOfNames)(member=%d))',
    ...change,
  });
  const listen = ['-h', `ldap://127.0.0.1:${port}/`, '-f', settings, '-d', '0'];
  const server = await serve({
    folder,
    port,
    command: [program, ...listen],
    isReady: () => new Directory(readSettings(config())).check(),
  });
  const configText = (change: Readonly<Record<string, string>> = {}) =>
    Object.entries(config(change))
      .map(([key, value]) => `${key}="${value}"`)
      .join(' ');
  return { server, port, certificate, config, configText };
}

function settingsText(folder: string, tls: boolean): string {
  const file = (name: string) => path.join(folder, name);
  const schemas = ['core', 'cosine', 'inetorgperson'];
  return [
    ...schemas.map((name) => `include /etc/ldap/schema/${name}.schema`),
    `pidfile ${file('slapd.pid')}`,
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    'sizelimit 500',
    // Directories that accept logins without a password are what these tests cover.
    'allow bind_anon_dn bind_anon_cred',
    ...(tls
      ? [`TLSCertificateFile ${file('cert.pem')}`, `TLSCertificateKeyFile ${file('key.pem')}`]
      : []),
    'database mdb',
    'maxsize 16777216',
    `suffix "${BASE}"`,
    `directory ${file('data')}`,
    'access to attrs=userPassword by anonymous auth by * none',
    `access to * by dn.base="${LOOKUP.dn}" read by * none`,
    '',
  ].join('\n');
}

function entries(): string {
  const base = (value: string) => Buffer.from(value).toString('base64');
  const entry = (dn: string, lines: readonly string[]) => [`dn:: ${base(dn)}`, ...lines, ''];
  const folder = (dn: string, name: string) =>
    entry(dn, ['objectClass: organizationalUnit', `ou: ${name}`]);
  const person = (dn: string, name: string) =>
    entry(dn, [
      'objectClass: inetOrgPerson',
      ...['uid', 'cn', 'sn'].map((type) => `${type}:: ${base(name)}`),
      `mail: mail@example.org`,
      `userPassword:: ${base(PASSWORD)}`,
    ]);
  const groups = [...new Set(Object.values(USERS).flat())];
  const members = (group: string) =>
    Object.entries(USERS)
      .filter(([, of]) => of.includes(group))
      .map(([name]) => name);
  return [
    ...entry(BASE, ['objectClass: dcObject', 'objectClass: organization', 'dc: example', 'o: x']),
    ...folder(PEOPLE, 'people'),
    ...folder(SECOND, 'second'),
    ...folder(GROUPS, 'groups'),
    ...entry(LOOKUP.dn, [
      ...['objectClass: organizationalRole', 'objectClass: simpleSecurityObject', 'cn: lookup'],
      `userPassword: ${LOOKUP.password}`,
    ]),
    ...Object.keys(USERS).flatMap((name) => person(dnOf(name), name)),
    ...person(`uid=twin,${SECOND}`, 'twin'),
    ...person(dnOf(VERBOSE), VERBOSE).slice(0, -1),
    ...Array.from({ length: 20 }, (_, i) => `description: ${i}${'x'.repeat(900)}`),
    '',
    ...groups.flatMap((group) =>
      entry(groupDn(group), [
        'objectClass: groupOfNames',
        `cn:: ${base(group)}`,
        ...members(group).map((name) => `member:: ${base(dnOf(name))}`),
      ]),
    ),
  ].join('\n');
}

function makeCertificate(folder: string): string {
  if (openssl === undefined) return '';
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1', '-nodes'];
  const out = ['-days', '2', '-keyout', key, '-out', cert];
  execFileSync(openssl, [...request, ...subject, ...out], { stdio: 'ignore' });
  return readFileSync(cert, 'utf8');
}
