import type { ClientCall } from '../client.ts';
import { quiet } from './arguments.ts';

const config = (...args: string[]) => [...quiet, 'admin', 'config', ...args];

/** `mc admin config`, `info` and `service restart`. */
export const configCalls: readonly ClientCall[] = [
  { name: 'list what can be set', args: config('get', 'store'), shows: 'scanner' },
  { name: 'read settings', args: config('get', 'store', 'api'), shows: 'requests_max=0' },
  {
    name: 'change settings',
    args: config('set', 'store', 'api', 'requests_max=500', 'cors_allow_origin=http://a,http://b'),
    shows: 'Successfully applied new settings',
  },
  { name: 'read them back', args: config('get', 'store', 'api'), shows: 'requests_max=500' },
  { name: 'see the changes', args: config('history', 'store'), shows: 'requests_max=500' },
  {
    name: 'change what needs a restart',
    args: config('set', 'store', 'site', 'name=client-site'),
    shows: 'restart your server',
  },
  { name: 'export settings', args: config('export', 'store'), shows: 'scanner speed=' },
  { name: 'reset settings', args: config('reset', 'store', 'api'), shows: 'successfully reset' },
  { name: 'find them reset', args: config('get', 'store', 'api'), hides: 'requests_max=500' },
  {
    name: 'explain settings',
    args: config('set', 'store', 'scanner'),
    shows: 'speed',
  },
  { name: 'forget the changes', args: config('history', 'store', '--clear') },
  {
    name: 'restart the service',
    args: ['--json', 'admin', 'service', 'restart', 'store'],
    shows: '"success"',
    // MinIO's process restarts, and nothing here waits for that.
    only: 'embedded',
  },
  {
    name: 'find in effect what waited for it',
    args: config('get', 'store', 'site'),
    shows: 'name=client-site',
    only: 'embedded',
  },
  {
    name: 'read what the server tells of itself',
    args: ['--json', 'admin', 'info', 'store'],
    shows: '"online"',
  },
];
