import { parseGoDuration } from '@stowage/domain/go-duration';
import type { ScrubPace } from '../engine/store-health.ts';
import type { CompressionRules } from './compression-rules.ts';
import { type ConfigValues, DEFAULT_TARGET } from './config-text.ts';
import type { Subsystem } from './subsystem.ts';
import { findSubsystem, type ScannerSpeed } from './subsystems.ts';

/** Settings needed by each request. */
interface RequestSettings {
  readonly requestsMax: number;
  readonly corsOrigins: readonly string[];
  readonly compression: CompressionRules | undefined;
}

/** Maximum share of the serving thread's time for the scanner. */
const SCANNER_SHARES: Readonly<Record<ScannerSpeed, number>> = {
  slowest: 0.01,
  slow: 0.05,
  default: 0.1,
  fast: 0.3,
  fastest: 0.6,
};

/** The settings in effect, in the form in which the parts of the store need them. */
export class RunningConfig {
  #values: Map<string, ConfigValues>;
  /** Parsed once per change of the settings. */
  #forRequests: RequestSettings | undefined;

  /** @param entries by the names of their targets, as text */
  constructor(entries: Iterable<readonly [string, ConfigValues]>) {
    this.#values = new Map(entries);
  }

  /** Replaces the settings in effect. */
  replace(entries: Iterable<readonly [string, ConfigValues]>): void {
    this.#values = new Map(entries);
    this.#forRequests = undefined;
  }

  set(entry: string, values: ConfigValues): void {
    this.#values.set(entry, values);
    this.#forRequests = undefined;
  }

  /** Maximum number of concurrent S3 requests; 0 for no limit. */
  get requestsMax(): number {
    return this.#requestSettings().requestsMax;
  }

  get corsOrigins(): readonly string[] {
    return this.#requestSettings().corsOrigins;
  }

  /** Milliseconds. */
  get staleUploadsExpiry(): number {
    return parseGoDuration(this.#value('api', 'stale_uploads_expiry')) ?? 0;
  }

  /** Maximum share of the serving thread's time for the scanner. */
  get scannerShare(): number {
    const delay = this.#values.get('scanner')?.delay ?? '';
    // A delay of 9 means that the scanner works a tenth of the time.
    return delay === ''
      ? SCANNER_SHARES[this.#value('scanner', 'speed') as ScannerSpeed]
      : 1 / (1 + Number(delay));
  }

  /** The scanner's longest pause, in milliseconds. */
  get scannerMaxWait(): number {
    return parseGoDuration(this.#value('scanner', 'max_wait')) ?? 0;
  }

  /** Time between scans, in milliseconds. */
  get scannerCycle(): number {
    return parseGoDuration(this.#value('scanner', 'cycle')) ?? 0;
  }

  /**
   * Returns the scrub interval, in milliseconds, and pace; undefined if scrubbing is off.
   *
   * @param requests under way: above `max_io` of them the scrub runs at its slowest
   */
  scrub(requests: number): ScrubPace | undefined {
    const every = this.#value('heal', 'bitrotscan');
    if (every === 'off') {
      return undefined;
    }
    const isBusy = requests > Number(this.#value('heal', 'max_io'));
    return {
      every: every === 'on' ? 0 : (parseGoDuration(every) ?? 0),
      bytesPerSecond: Number(this.#value('heal', 'bitrotscan_rate')) * 1024 * 1024,
      maxSleep: parseGoDuration(this.#value('heal', 'max_sleep')) ?? 0,
      share: isBusy ? SCANNER_SHARES.slowest : this.scannerShare,
    };
  }

  /** Which objects are stored compressed; undefined for none. */
  get compression(): CompressionRules | undefined {
    return this.#requestSettings().compression;
  }

  /** '' if not set. */
  get region(): string {
    return this.#value('site', 'region');
  }

  /** Returns the enabled targets of a subsystem that are in effect. */
  enabledTargets({ name, keys }: Subsystem): readonly { target: string; values: ConfigValues }[] {
    const defaults = Object.fromEntries(keys.map((known) => [known.key, known.default]));
    return [...this.#values]
      .filter(([entry, { enable }]) => entry.split(':')[0] === name && enable === 'on')
      .map(([entry, values]) => ({
        target: entry.slice(name.length + 1) || DEFAULT_TARGET,
        values: { ...defaults, ...withoutEmpty(values) },
      }));
  }

  #requestSettings(): RequestSettings {
    this.#forRequests ??= {
      requestsMax: Number(this.#value('api', 'requests_max')),
      corsOrigins: this.#value('api', 'cors_allow_origin').split(','),
      compression: this.#compression(),
    };
    return this.#forRequests;
  }

  #compression(): CompressionRules | undefined {
    return this.#value('compression', 'enable') === 'on'
      ? {
          extensions: this.#value('compression', 'extensions').split(','),
          contentTypes: this.#value('compression', 'mime_types').split(','),
          encrypted: this.#value('compression', 'allow_encryption') === 'on',
        }
      : undefined;
  }

  #value(name: string, key: string): string {
    const set = this.#values.get(name)?.[key];
    const fallback = findSubsystem(name)?.keys.find((known) => known.key === key)?.default ?? '';
    return set === undefined || set === '' ? fallback : set;
  }
}

/** Empty values mean the default. */
function withoutEmpty(values: ConfigValues): ConfigValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
