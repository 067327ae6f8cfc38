import { parseGoDuration } from '@stowage/domain/go-duration';
import type { ScrubPace } from '../engine/store-health.ts';
import type { CompressionRules } from './compression-rules.ts';
import { type ConfigValues, DEFAULT_TARGET } from './config-text.ts';
import type { Subsystem } from './subsystem.ts';
import { findSubsystem, type ScannerSpeed } from './subsystems.ts';

/** What each request asks for. */
interface RequestSettings {
  readonly requestsMax: number;
  readonly corsOrigins: readonly string[];
  readonly compression: CompressionRules | undefined;
}

/** Share of the serving thread's time that the scanner may take. */
const SCANNER_SHARES: Readonly<Record<ScannerSpeed, number>> = {
  slowest: 0.01,
  slow: 0.05,
  default: 0.1,
  fast: 0.3,
  fastest: 0.6,
};

/** The settings that are in effect, as the parts of the store ask for them. */
export class RunningConfig {
  #values: Map<string, ConfigValues>;
  /** Read once for each state. */
  #forRequests: RequestSettings | undefined;

  /** @param entries by the texts of their targets */
  constructor(entries: Iterable<readonly [string, ConfigValues]>) {
    this.#values = new Map(entries);
  }

  /** Puts others into effect. */
  replace(entries: Iterable<readonly [string, ConfigValues]>): void {
    this.#values = new Map(entries);
    this.#forRequests = undefined;
  }

  set(entry: string, values: ConfigValues): void {
    this.#values.set(entry, values);
    this.#forRequests = undefined;
  }

  /** Most S3 requests at one time; 0 for no limit. */
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

  /** Share of the serving thread's time that the scanner may take. */
  get scannerShare(): number {
    const delay = this.#values.get('scanner')?.delay ?? '';
    // A delay of 9 means that it works a tenth of the time.
    return delay === ''
      ? SCANNER_SHARES[this.#value('scanner', 'speed') as ScannerSpeed]
      : 1 / (1 + Number(delay));
  }

  /** The longest rest of the scanner, in milliseconds. */
  get scannerMaxWait(): number {
    return parseGoDuration(this.#value('scanner', 'max_wait')) ?? 0;
  }

  /** From one scan to the next, in milliseconds. */
  get scannerCycle(): number {
    return parseGoDuration(this.#value('scanner', 'cycle')) ?? 0;
  }

  /**
   * How often, in milliseconds, and how fast all copies are read; undefined when never.
   *
   * @param requests under way: above `max_io` of them it goes slowest
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

  /** '' when none was set. */
  get region(): string {
    return this.#value('site', 'region');
  }

  /** The targets of a subsystem that are enabled and in effect. */
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

/** An empty value stands for the default. */
function withoutEmpty(values: ConfigValues): ConfigValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
