import type { BucketDocument, Section } from '@stowage/contract/bucket-admin/document';
import type { StorageClients } from '../../../upstream/storage.ts';
import type { Setting } from '../setting-turns.ts';

type Settings = BucketDocument['settings'];

/** A section as the document holds it; null when it is off or empty. */
export type SectionValue<K extends Section> = Exclude<Settings[K], undefined>;

/** The bucket that a document is made from or applied to, called as the user. */
export interface Target extends StorageClients {
  readonly bucket: string;
  readonly signal: AbortSignal;
}

/** How one section is read, compared and written. */
export interface SectionRules<K extends Section> {
  /** Whose turn a change of it takes. */
  readonly setting: Setting;
  /** The action that giving the bucket this value needs. */
  action(value: SectionValue<K>): string;
  read(target: Target): Promise<SectionValue<K>>;
  /**
   * What the section becomes when a document asks for a value: mostly that value.
   * `current` is undefined where the user may not know it.
   */
  settle?(wish: {
    readonly wanted: SectionValue<K>;
    readonly current: SectionValue<K> | undefined;
    readonly from: string;
    readonly target: Target;
  }): SectionValue<K>;
  /** What two values have in common that mean the same; the value itself when not given. */
  identity?(value: SectionValue<K>): unknown;
  /** Why the bucket cannot have this value; undefined when nothing is known against it. */
  refusal?(value: SectionValue<K>, target: Target): Promise<string | undefined>;
  /** @throws the errors of the storage client, ConsoleError */
  write(value: SectionValue<K>, target: Target): Promise<void>;
}
