import type { ClientCall } from '../client.ts';
import { quiet } from './arguments.ts';

const USER = 'client-user';
const GROUP = 'client-group';
const POLICY = 'client-policy';
const KEY = 'client-key';

/** A policy that mc reads from its home directory. */
export const POLICY_FILE = 'policy.json';
export const POLICY_TEXT = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
});

const admin = (...args: string[]) => [...quiet, 'admin', ...args];
const user = (call: string, ...args: string[]) => admin('user', call, 'store', ...args);
const group = (call: string, ...args: string[]) => admin('group', call, 'store', ...args);
const policy = (call: string, ...args: string[]) => admin('policy', call, 'store', ...args);
const key = (call: string, ...args: string[]) => admin('accesskey', call, 'store', ...args);
const account = (call: string, ...args: string[]) =>
  admin('user', 'svcacct', call, 'store', ...args);

/** `mc admin user`, `policy` and `group`. */
const entityCalls: readonly ClientCall[] = [
  { name: 'add a user', args: user('add', USER, 'client-secret'), shows: 'Added user' },
  { name: 'list users', args: user('list'), shows: USER },
  {
    name: 'make a policy',
    args: policy('create', POLICY, POLICY_FILE),
    shows: 'Created policy',
  },
  { name: 'list policies', args: policy('list'), shows: POLICY },
  { name: 'read a policy', args: policy('info', POLICY), shows: 's3:GetObject' },
  { name: 'attach it to the user', args: policy('attach', POLICY, '--user', USER), shows: POLICY },
  { name: 'find it with the user', args: user('info', USER), shows: POLICY },
  { name: 'read what the user may', args: user('policy', USER), shows: 's3:GetObject' },
  { name: 'add a group', args: group('add', GROUP, USER), shows: 'Added members' },
  { name: 'list groups', args: group('list'), shows: GROUP },
  { name: 'find it with its member', args: user('info', USER), shows: GROUP },
  {
    name: 'attach a policy to the group',
    args: policy('attach', 'diagnostics', '--group', GROUP),
    shows: 'diagnostics',
  },
  { name: 'describe the group', args: group('info', GROUP), shows: 'diagnostics' },
  { name: 'disable the group', args: group('disable', GROUP), shows: 'Disabled' },
  { name: 'find it disabled', args: group('info', GROUP), shows: 'disabled' },
  { name: 'enable the group', args: group('enable', GROUP), shows: 'Enabled' },
  {
    name: 'see who has the policy',
    args: policy('entities', '--policy', 'diagnostics'),
    shows: GROUP,
  },
  {
    name: 'be refused to remove a policy in use',
    args: policy('remove', POLICY),
    refuses: 'in use',
  },
  {
    name: 'be refused to remove a group with members',
    args: group('remove', GROUP),
    refuses: 'not empty',
  },
  { name: 'disable the user', args: user('disable', USER), shows: 'Disabled' },
  { name: 'find the user disabled', args: user('info', USER), shows: 'disabled' },
  { name: 'enable the user', args: user('enable', USER), shows: 'Enabled' },
];

/** `mc admin accesskey`, and its predecessor `mc admin user svcacct`. */
const keyCalls: readonly ClientCall[] = [
  {
    name: 'make an access key',
    args: key('create', USER, '--access-key', KEY, '--secret-key', 'client-key-secret'),
    shows: KEY,
  },
  { name: 'list access keys', args: key('ls', USER), shows: KEY },
  { name: 'list those of everybody', args: key('ls', '--all'), shows: KEY },
  { name: 'describe the access key', args: key('info', KEY), shows: USER },
  {
    name: 'change the access key',
    args: key('edit', KEY, '--description', 'for tests', '--expiry-duration', '24h'),
    shows: 'Successfully edited',
  },
  { name: 'find it changed', args: key('info', KEY), shows: 'for tests' },
  { name: 'disable the access key', args: key('disable', KEY), shows: 'disabled' },
  { name: 'find it disabled', args: key('info', KEY), shows: 'disabled' },
  { name: 'enable the access key', args: key('enable', KEY), shows: 'enabled' },
  { name: 'remove the access key', args: key('rm', KEY), shows: 'removed' },
  { name: 'find it removed', args: key('ls', USER), hides: KEY },
  {
    name: 'add a service account',
    args: account('add', USER, '--access-key', KEY, '--secret-key', 'client-key-secret'),
    shows: KEY,
  },
  { name: 'list service accounts', args: account('ls', USER), shows: KEY },
  { name: 'rename it', args: account('set', KEY, '--name', 'renamed'), shows: 'Edited' },
  { name: 'describe it', args: account('info', KEY), shows: 'renamed' },
  { name: 'read what it may', args: account('info', KEY, '--policy'), shows: 's3:GetObject' },
  { name: 'disable it', args: account('disable', KEY), shows: 'Disabled' },
  { name: 'enable it', args: account('enable', KEY), shows: 'Enabled' },
  { name: 'remove it', args: account('rm', KEY), shows: 'Removed' },
];

/** Reverts the other calls. */
const removals: readonly ClientCall[] = [
  {
    name: 'detach the policy of the group',
    args: policy('detach', 'diagnostics', '--group', GROUP),
    shows: 'diagnostics',
  },
  { name: 'empty the group', args: group('remove', GROUP, USER), shows: 'Removed members' },
  { name: 'remove the group', args: group('remove', GROUP), shows: 'Removed group' },
  { name: 'remove the user', args: user('remove', USER), shows: 'Removed user' },
  { name: 'find the user removed', args: user('list'), hides: USER },
  { name: 'remove the policy', args: policy('remove', POLICY), shows: 'Removed policy' },
];

/** The whole life cycle of users, groups, policies and access keys. */
export const identityCalls: readonly ClientCall[] = [...entityCalls, ...keyCalls, ...removals];
