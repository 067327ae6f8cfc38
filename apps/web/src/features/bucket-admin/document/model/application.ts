import type { Section, SectionChange } from '@stowage/contract/bucket-admin/document';
import type { DocumentSource, SettingsPreview } from '../api.ts';
import type { DocumentReading } from './document-file.ts';

export interface SectionResult {
  readonly section: Section;
  readonly errorString?: string | undefined;
}

/** The source of a document. */
export interface SourceValues {
  readonly from: 'file' | 'bucket';
  /** The chosen file and its contents; '' while none is chosen. */
  readonly fileName: string;
  readonly reading: DocumentReading | undefined;
  /** The chosen bucket; '' while none is. */
  readonly otherBucket: string;
}

/** The steps that follow the choice of a document: reviewing its changes, done. */
export interface Application {
  readonly preview: SettingsPreview;
  readonly chosen: readonly Section[];
  readonly results: readonly SectionResult[] | undefined;
}

export const EMPTY_SOURCE: SourceValues = {
  from: 'file',
  fileName: '',
  reading: undefined,
  otherBucket: '',
};

/** Returns the chosen document; undefined while there is none to preview. */
export function sourceOf({ from, reading, otherBucket }: SourceValues): DocumentSource | undefined {
  if (from === 'bucket') return otherBucket === '' ? undefined : { bucket: otherBucket };
  return reading !== undefined && 'document' in reading ? reading : undefined;
}

/** Returns the sections that can be applied. */
export function applicable(changes: readonly SectionChange[]): readonly Section[] {
  return changes.flatMap(({ section, refusal }) => (refusal === undefined ? [section] : []));
}

/**
 * Returns the initial selection of a preview: everything that can be applied or, in a repeated
 * preview, the earlier selection.
 */
export function previewed(preview: SettingsPreview, before?: readonly Section[]): Application {
  const possible = applicable(preview.changes);
  const chosen = before === undefined ? possible : possible.filter((one) => before.includes(one));
  return { preview, chosen, results: undefined };
}

/** Returns the selection with one section added or removed, in the order of the changes. */
export function toggled(
  changes: readonly SectionChange[],
  chosen: readonly Section[],
  section: Section,
): readonly Section[] {
  const wanted = (one: Section) => (one === section) !== chosen.includes(one);
  return applicable(changes).filter(wanted);
}
