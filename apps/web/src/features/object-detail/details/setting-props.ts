import type { ObjectDetail } from '@stowage/contract/object-detail';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';

/** What the section of a setting is given. */
export interface SettingProps {
  readonly version: ObjectVersion;
  readonly detail: ObjectDetail;
  readonly abilities: ObjectAbilities;
  /** Whether the version can be locked. */
  readonly lockable: boolean;
  /** Loads the details again; undefined when that failed. */
  readonly reload: () => Promise<ObjectDetail | undefined>;
}

/** What the dialog of a setting is given. */
export interface SettingDialogProps extends DialogFrame {
  readonly version: ObjectVersion;
  /** The details as they were when the dialog was opened. */
  readonly detail: ObjectDetail;
  readonly reload: () => Promise<ObjectDetail | undefined>;
}
