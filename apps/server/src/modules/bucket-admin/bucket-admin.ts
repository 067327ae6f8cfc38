import type { StorageAccess } from '../../upstream/storage.ts';
import type { SettingTurns } from './setting-turns.ts';

/** The dependencies shared by the routes of a bucket's settings. */
export interface BucketAdmin {
  readonly storage: StorageAccess;
  /** Serialises all changes of settings. */
  readonly turns: SettingTurns;
  /** Whether the console must refuse to connect to an IP address that a user names. */
  readonly refuses: (address: string) => boolean;
}
