import type { StorageAccess } from '../../upstream/storage.ts';
import type { SettingTurns } from './setting-turns.ts';

/** What the routes of a bucket's settings share. */
export interface BucketAdmin {
  readonly storage: StorageAccess;
  /** Every change of a setting takes its turn here. */
  readonly turns: SettingTurns;
  /** Whether the console must not connect to an IP address that somebody names. */
  readonly refuses: (address: string) => boolean;
}
