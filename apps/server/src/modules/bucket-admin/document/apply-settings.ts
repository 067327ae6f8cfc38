import type { BucketDocument, Section } from '@stowage/contract/bucket-admin/document';
import { checkRevision } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import { storageError } from '../../../upstream/storage-errors.ts';
import type { SettingTurns } from '../setting-turns.ts';
import type { Target } from './section-rules.ts';
import { type ComparedSection, comparedRevision, compareSettings } from './sections.ts';

export interface SectionResult {
  readonly section: Section;
  readonly errorString?: string;
}

/**
 * Applies sections of a document one after another, while nobody else changes them.
 * @throws ConsoleError ChangedMeanwhile if the bucket does not match the revision, before anything
 *    is changed; later errors are reported per section
 */
export async function applySettings(
  turns: SettingTurns,
  target: Target,
  request: {
    readonly document: BucketDocument;
    readonly sections: readonly Section[];
    readonly revision: string;
  },
): Promise<SectionResult[]> {
  const { document, sections, revision } = request;
  const missing = sections.find((section) => document.settings[section] === undefined);
  if (missing !== undefined) {
    const detail = `The document has no section '${missing}'.`;
    throw new ConsoleError('InvalidInput', { field: 'sections', detail });
  }
  const wanted = await compareSettings(document, target);
  const { bucket, signal } = target;
  const settings = wanted.map(({ setting }) => setting);
  return turns.takeAll({ bucket, signal }, settings, async ({ check }) => {
    const compared = await compareSettings(document, target);
    checkRevision(revision, comparedRevision(compared));
    await check();
    return applyInOrder(compared.filter(({ section }) => sections.includes(section)));
  });
}

async function applyInOrder(chosen: readonly ComparedSection[]): Promise<SectionResult[]> {
  const results: SectionResult[] = [];
  for (const { section, differs, write } of chosen) {
    const errorString = differs ? await failureOf(write) : undefined;
    results.push({ section, ...(errorString !== undefined && { errorString }) });
  }
  return results;
}

async function failureOf(write: () => Promise<void>): Promise<string | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    const known = error instanceof ConsoleError ? error : storageError(error);
    if (!known) throw error;
    return known.detail || known.message;
  }
}
