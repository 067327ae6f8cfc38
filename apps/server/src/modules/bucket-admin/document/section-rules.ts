import type { BucketDocument, Section } from '@stowage/contract/bucket-admin/document';
import type { StorageClients } from '../../../upstream/storage.ts';
import type { Setting } from '../setting-turns.ts';

type Settings = BucketDocument['settings'];

/** A section as the document holds it; null when it is off or empty. */
export type SectionValue<K extends Section> = Exclude<Settings[K], undefined>;

/** The bucket that a document is made from or applied to, accessed as the user. */
export interface Target extends StorageClients {
  readonly bucket: string;
  readonly signal: AbortSignal;
}

/** How one section is read, compared and written. */
export interface SectionRules<K extends Section> {
  /** The setting whose turn a change takes. */
  readonly setting: Setting;
  /** The action required to set this value. */
  action(value: SectionValue<K>): string;
  read(target: Target): Promise<SectionValue<K>>;
  /**
   * The resulting value if a document requests one: usually that value itself. `current` is
   * undefined if the user may not read it.
   */
  settle?(wish: {
    readonly wanted: SectionValue<K>;
    readonly current: SectionValue<K> | undefined;
    readonly from: string;
    readonly target: Target;
  }): SectionValue<K>;
  /** An identity shared by values that mean the same; by default the value itself. */
  identity?(value: SectionValue<K>): unknown;
  /** Why the bucket cannot have this value; undefined if there is no known reason. */
  refusal?(value: SectionValue<K>, target: Target): Promise<string | undefined>;
  /** @throws the errors of the storage client, ConsoleError */
  write(value: SectionValue<K>, target: Target): Promise<void>;
}
