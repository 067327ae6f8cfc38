import type { ObjectDetail } from '@stowage/contract/object-detail';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';

/** The props of a setting's section. */
export interface SettingProps {
  readonly version: ObjectVersion;
  readonly detail: ObjectDetail;
  readonly abilities: ObjectAbilities;
  /** Whether the version can be locked. */
  readonly lockable: boolean;
  /** Reloads the details; undefined if that failed. */
  readonly reload: () => Promise<ObjectDetail | undefined>;
}

/** The props of a setting's dialog. */
export interface SettingDialogProps extends DialogFrame {
  readonly version: ObjectVersion;
  /** The details as of opening the dialog. */
  readonly detail: ObjectDetail;
  readonly reload: () => Promise<ObjectDetail | undefined>;
}
