import { COMPRESSION } from './compression-subsystem.ts';
import { LDAP } from './ldap-subsystem.ts';
import { NOTIFY_SUBSYSTEMS } from './notify-subsystems.ts';
import { OPENID } from './openid-subsystem.ts';
import { COMMENT, type Subsystem } from './subsystem.ts';
import { checkDuration, checkNumber, checkOneOf, checkText } from './value-checks.ts';
import { AUDIT_WEBHOOK, LOGGER_WEBHOOK } from './webhook-subsystems.ts';

export const SCANNER_SPEEDS = ['slowest', 'slow', 'default', 'fast', 'fastest'] as const;
export type ScannerSpeed = (typeof SCANNER_SPEEDS)[number];

const checkInterval = checkDuration('1h', '8760h');

function checkScrubInterval(value: string): string | undefined {
  return value === 'on' || value === 'off' ? undefined : checkInterval(value);
}

function checkDelay(value: string): string | undefined {
  const isRight = /^[0-9]{1,4}(\.[0-9]{1,3})?$/.test(value);
  return isRight ? undefined : 'it must be a number from 0 to 9999, such as 10.0';
}

const SITE: Subsystem = {
  name: 'site',
  description: 'name and region of this server',
  dynamic: false,
  keys: [
    {
      key: 'name',
      default: '',
      type: 'string',
      description: 'name of the site, such as cal-rack0; a note, not used by this store',
      problem: checkText(64, /^[a-z][a-z0-9-]+$/),
    },
    {
      key: 'region',
      default: '',
      type: 'string',
      description: 'region of buckets created without one, such as us-west-1',
      problem: checkText(64, /^[a-zA-Z][a-zA-Z0-9_-]+$/),
    },
    COMMENT,
  ],
};

const API: Subsystem = {
  name: 'api',
  description: 'limits of the S3 API',
  dynamic: true,
  keys: [
    {
      key: 'requests_max',
      default: '0',
      type: 'number',
      description: 'maximum number of concurrent S3 requests, 0 for no limit',
      problem: checkNumber(0, 1_000_000),
    },
    {
      key: 'cors_allow_origin',
      default: '*',
      type: 'csv',
      description: 'comma-separated list of origins that CORS allows, with * as a wildcard',
      problem: checkText(4096, /^[^\s,]+(,[^\s,]+)*$/),
    },
    {
      key: 'stale_uploads_expiry',
      default: '24h',
      type: 'duration',
      description: 'age after which incomplete multipart uploads are removed',
      problem: checkDuration('1m', '8760h'),
    },
    COMMENT,
  ],
};

const SCANNER: Subsystem = {
  name: 'scanner',
  description: 'pace of the scanner that applies lifecycle rules',
  dynamic: true,
  keys: [
    {
      key: 'speed',
      default: 'default',
      type: 'slowest|slow|default|fast|fastest',
      description: `how much the scanner may slow down requests: ${SCANNER_SPEEDS.join(', ')}`,
      problem: checkOneOf(SCANNER_SPEEDS),
    },
    {
      key: 'delay',
      default: '10.0',
      type: 'string',
      description: 'pause of the scanner as a multiple of the time that it worked; overrides speed',
      problem: checkDelay,
    },
    {
      key: 'max_wait',
      default: '15s',
      type: 'duration',
      description: 'longest pause of the scanner between two steps',
      problem: checkDuration('1ms', '1h'),
    },
    {
      key: 'cycle',
      default: '1m',
      type: 'duration',
      description: 'time from the end of one scan to the start of the next',
      problem: checkDuration('1s', '8760h'),
    },
    COMMENT,
  ],
};

const HEAL: Subsystem = {
  name: 'heal',
  description: 'scrubbing of all copies to find and repair damage',
  dynamic: true,
  keys: [
    {
      key: 'bitrotscan',
      default: '168h',
      type: 'string',
      description:
        'time between two scrubs of all copies, such as 168h; on to scrub continuously, off to disable',
      problem: checkScrubInterval,
    },
    {
      key: 'bitrotscan_rate',
      default: '64',
      type: 'number',
      description: 'maximum MiB per second that a scrub reads; limited by scanner speed as well',
      problem: checkNumber(1, 100_000),
    },
    {
      key: 'max_sleep',
      default: '1m',
      type: 'duration',
      description: 'longest pause of a scrub between two reads',
      problem: checkDuration('1ms', '1h'),
    },
    {
      key: 'max_io',
      default: '100',
      type: 'number',
      description: 'number of concurrent requests above which a scrub runs at the slowest speed',
      problem: checkNumber(1, 1_000_000),
    },
    COMMENT,
  ],
};

/** All supported subsystems, in display order. */
export const SUBSYSTEMS: readonly Subsystem[] = [
  SITE,
  API,
  SCANNER,
  HEAL,
  COMPRESSION,
  OPENID,
  LDAP,
  LOGGER_WEBHOOK,
  AUDIT_WEBHOOK,
  ...NOTIFY_SUBSYSTEMS.values(),
];

export function findSubsystem(name: string): Subsystem | undefined {
  return SUBSYSTEMS.find((subsystem) => subsystem.name === name);
}
