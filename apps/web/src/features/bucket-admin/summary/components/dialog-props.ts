/** What the dialog of a setting is given. */
export interface SettingDialogProps<State> {
  readonly bucket: string;
  /** The setting as it was loaded last. */
  readonly current: State;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Loads the setting again; undefined when that failed. */
  readonly onReload: () => Promise<State | undefined>;
}
