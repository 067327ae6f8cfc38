/** What the card of a setting is given. */
export interface CardProps {
  readonly bucket: string;
  /** Whether the caller may change the setting here. */
  readonly canChange: boolean;
}
