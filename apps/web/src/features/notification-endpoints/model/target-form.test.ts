import {
  kindOfSubsystem,
  type TargetKind,
} from '@stowage/domain/notification-targets/target-kinds';
import { describe, expect, it } from 'vitest';
import {
  changedTarget,
  followConnection,
  formProblems,
  NEW_TARGET,
  newTarget,
  type TargetState,
  type TargetValues,
  targetValues,
} from './target-form.ts';

function kindOf(subsystem: string): TargetKind {
  const kind = kindOfSubsystem(subsystem);
  if (kind === undefined) throw new Error(subsystem);
  return kind;
}
const [POSTGRES, MYSQL, KAFKA, WEBHOOK, NATS] = [
  'notify_postgres',
  'notify_mysql',
  'notify_kafka',
  'notify_webhook',
  'notify_nats',
].map(kindOf) as [TargetKind, TargetKind, TargetKind, TargetKind, TargetKind];

const stored = (values: Readonly<Record<string, string>>, secrets: readonly string[] = []) =>
  ({
    enabled: true,
    revision: 'r1',
    key_values: [
      ...Object.entries(values).map(([key, value]) => ({ key, value })),
      ...secrets.map((key) => ({ key, value: '', secret: { is_set: true } })),
    ].map((entry) => ({ type: 'string', description: '', required: false, ...entry })),
  }) satisfies TargetState;

const changed = (values: TargetValues, change: Partial<TargetValues['connection']>) => ({
  ...values,
  connection: { ...values.connection, ...change },
});
const set = (values: TargetValues, settings: TargetValues['settings']): TargetValues => ({
  ...values,
  settings: { ...values.settings, ...settings },
});
const sent = (change: ReturnType<typeof newTarget>) =>
  Object.fromEntries(change.key_values.map(({ key, value }) => [key, value]));

describe('what is sent of a new target', () => {
  it('is not what is empty, or what the server takes anyway [NOTIF-49]', () => {
    const values = set(targetValues(KAFKA, NEW_TARGET), {
      brokers: ['k1:9092', ' ', 'k2:9092 '],
      sasl_password: { stored: false },
      tls: true,
      queue_dir: '/queue',
    });
    expect(newTarget(KAFKA, values)).toEqual({
      key_values: [
        { key: 'brokers', value: 'k1:9092,k2:9092' },
        { key: 'tls', value: 'on' },
        { key: 'queue_dir', value: '/queue' },
      ],
      reset_keys: [],
    });
  });

  it('of PostgreSQL is one string of its parts [NOTIF-38] [NOTIF-40]', () => {
    const values = changed(
      set(targetValues(POSTGRES, NEW_TARGET), {
        ...{ table: 'seen', queue_dir: '/queue', queue_limit: 500, comment: 'for the fair' },
      }),
      { host: 'db', dbname: 'events', user: 'me', password: { stored: false, text: "p'w" } },
    );
    expect(sent(newTarget(POSTGRES, values))).toEqual({
      connection_string: "host=db port=5432 dbname=events user=me password='p\\'w' sslmode=require",
      table: 'seen',
      format: 'namespace',
      queue_dir: '/queue',
      queue_limit: '500',
      comment: 'for the fair',
    });
  });

  it('of MySQL is its data source name [NOTIF-42] [NOTIF-43]', () => {
    const values = changed(
      set(targetValues(MYSQL, NEW_TARGET), {
        ...{ table: 'seen', format: 'access', queue_dir: '/queue', queue_limit: '1', comment: 'x' },
      }),
      { host: 'db', dbname: 'events', user: 'me', password: { stored: false, text: 'secret' } },
    );
    expect(sent(newTarget(MYSQL, values))).toEqual({
      dsn_string: 'me:secret@tcp(db:3306)/events',
      table: 'seen',
      format: 'access',
      queue_dir: '/queue',
      queue_limit: '1',
      comment: 'x',
    });
  });
});

describe('going from fields to one string and back', () => {
  const toggled = (kind: TargetKind, values: TargetValues, raw: boolean) =>
    followConnection(kind, changed(values, { raw }), values);

  it.each<[string, TargetKind, string]>([
    [
      'PostgreSQL [NOTIF-47]',
      POSTGRES,
      "host=db port=5432 dbname=e user=me password='a b' sslmode=disable connect_timeout=5",
    ],
    ['MySQL [NOTIF-48]', MYSQL, 'me:a@b/c@tcp(db:3306)/e?tls=true'],
  ])('keeps all of it for %s', (_, kind, text) => {
    const key = kind === MYSQL ? 'dsn_string' : 'connection_string';
    const fields = targetValues(kind, stored({ [key]: text }));
    expect(fields.connection).toMatchObject({ raw: false, host: 'db', dbname: 'e', user: 'me' });
    const raw = toggled(kind, fields, true);
    expect(raw.connection).toMatchObject({ raw: true, text });
    const edited = changed(raw, { text: text.replace('db', 'elsewhere') });
    const back = toggled(kind, edited, false);
    expect(back.connection).toMatchObject({ raw: false, host: 'elsewhere', dbname: 'e' });
    expect(sent(newTarget(kind, back))[key]).toBe(text.replace('db', 'elsewhere'));
  });

  it('stays with a string that has no such fields', () => {
    const raw = toggled(MYSQL, targetValues(MYSQL, NEW_TARGET), true);
    const odd = changed(raw, { text: 'me@unix(/tmp/x)/e' });
    expect(toggled(MYSQL, odd, false).connection).toMatchObject({
      raw: true,
      text: 'me@unix(/tmp/x)/e',
    });
    expect(targetValues(MYSQL, stored({ dsn_string: '*****' })).connection.raw).toBe(true);
  });

  it('keeps a password that nobody is shown', () => {
    const text = 'host=db dbname=e user=me password=*****';
    const fields = targetValues(POSTGRES, stored({ connection_string: text, table: 't' }));
    expect(fields.connection.password).toEqual({ stored: true });
    expect(toggled(POSTGRES, fields, true).connection.text).toBe(text);
    const moved = changed(fields, { host: 'db2' });
    const state = stored({ connection_string: text, table: 't' });
    expect(changedTarget(POSTGRES, moved, state).key_values).toEqual([
      { key: 'connection_string', value: 'host=db2 dbname=e user=me password=*****' },
    ]);
    const retyped = changed(fields, { password: { stored: true, text: 'new' } });
    expect(sent(changedTarget(POSTGRES, retyped, state)).connection_string).toContain(
      'password=new',
    );
  });
});

describe('what is sent of a target that was edited', () => {
  const state = stored(
    { endpoint: 'http://a/', queue_dir: '/q', comment: 'old', queue_limit: '5' },
    ['auth_token'],
  );
  const values = targetValues(WEBHOOK, state);

  it('is what differs; what was emptied gets its default', () => {
    expect(changedTarget(WEBHOOK, values, state)).toEqual({ key_values: [], reset_keys: [] });
    const edited = set(values, { endpoint: 'http://b/', comment: '', queue_limit: '' });
    expect(changedTarget(WEBHOOK, edited, state)).toEqual({
      key_values: [{ key: 'endpoint', value: 'http://b/' }],
      reset_keys: ['queue_limit', 'comment'],
    });
  });

  it('holds a secret only when another was typed', () => {
    const typed = set(values, { auth_token: { stored: true, text: 'new' } });
    expect(sent(changedTarget(WEBHOOK, typed, state))).toEqual({ auth_token: 'new' });
    const emptied = set(values, { auth_token: { stored: true, text: '' } });
    expect(changedTarget(WEBHOOK, emptied, state).reset_keys).toEqual(['auth_token']);
  });

  it('says that a target stays switched off, which the server would enable', () => {
    const off = { ...state, enabled: false };
    const edited = set(targetValues(WEBHOOK, off), { comment: 'new' });
    expect(sent(changedTarget(WEBHOOK, edited, off))).toEqual({ comment: 'new', enable: 'off' });
    expect(sent(changedTarget(WEBHOOK, { ...edited, enabled: true }, off))).toEqual({
      comment: 'new',
      enable: 'on',
    });
  });
});

describe('what is wrong with the form', () => {
  it('is what is missing, at its input', () => {
    expect(formProblems(POSTGRES, targetValues(POSTGRES, NEW_TARGET))).toEqual({
      'connection.host': 'required',
      'connection.dbname': 'required',
      'settings.table': 'required',
      'settings.queue_dir': 'required',
    });
    const raw = changed(targetValues(POSTGRES, NEW_TARGET), { raw: true });
    expect(formProblems(POSTGRES, raw)).toMatchObject({ 'connection.text': 'required' });
    expect(formProblems(NATS, targetValues(NATS, NEW_TARGET))).toEqual({
      'settings.address': 'required',
      'settings.subject': 'required',
      'settings.queue_dir': 'required',
    });
  });

  it('is what the string of a database cannot carry', () => {
    const values = changed(targetValues(MYSQL, NEW_TARGET), {
      ...{ host: 'db', dbname: 'a/b', user: 'a:b' },
    });
    expect(formProblems(MYSQL, values)).toMatchObject({ 'connection.user': 'parts' });
    expect(formProblems(MYSQL, changed(values, { user: 'a' }))).toMatchObject({
      'connection.dbname': 'parts',
    });
  });

  it.each(['a:b', 'a b', '-a', 'ä'])('is the name %j', (name) => {
    const values = { ...targetValues(WEBHOOK, NEW_TARGET), name };
    expect(formProblems(WEBHOOK, values)).toMatchObject({ name: 'name' });
  });
});
