import type { Section, SectionChange } from '@stowage/contract/bucket-admin/document';
import type { DocumentSource, SettingsPreview } from '../api.ts';
import type { DocumentReading } from './document-file.ts';

export interface SectionResult {
  readonly section: Section;
  readonly errorString?: string | undefined;
}

/** Where a document is taken from. */
export interface SourceValues {
  readonly from: 'file' | 'bucket';
  /** The chosen file and what is in it; '' while none is chosen. */
  readonly fileName: string;
  readonly reading: DocumentReading | undefined;
  /** The chosen bucket; '' while none is. */
  readonly otherBucket: string;
}

/** How far somebody is with a document: looking at what it changes, done. */
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

/** The document that was chosen; undefined while there is none to preview. */
export function sourceOf({ from, reading, otherBucket }: SourceValues): DocumentSource | undefined {
  if (from === 'bucket') return otherBucket === '' ? undefined : { bucket: otherBucket };
  return reading !== undefined && 'document' in reading ? reading : undefined;
}

/** The sections that can be applied. */
export function applicable(changes: readonly SectionChange[]): readonly Section[] {
  return changes.flatMap(({ section, refusal }) => (refusal === undefined ? [section] : []));
}

/**
 * What a preview begins with: everything that can be applied, or of a second
 * look what had been chosen at the first.
 */
export function previewed(preview: SettingsPreview, before?: readonly Section[]): Application {
  const possible = applicable(preview.changes);
  const chosen = before === undefined ? possible : possible.filter((one) => before.includes(one));
  return { preview, chosen, results: undefined };
}

/** The choice with one section more or less, in the order of the changes. */
export function toggled(
  changes: readonly SectionChange[],
  chosen: readonly Section[],
  section: Section,
): readonly Section[] {
  const wanted = (one: Section) => (one === section) !== chosen.includes(one);
  return applicable(changes).filter(wanted);
}
