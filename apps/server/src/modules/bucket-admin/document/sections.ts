import {
  type BucketDocument,
  SECTIONS,
  type Section,
} from '@stowage/contract/bucket-admin/document';
import { revisionOf } from '../../../changes/revision.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import type { Setting } from '../setting-turns.ts';
import { corsSection } from './cors-section.ts';
import { encryptionSection } from './encryption-section.ts';
import { eventsSection } from './events-section.ts';
import { lifecycleSection } from './lifecycle-section.ts';
import {
  quotaSection,
  retentionSection,
  tagsSection,
  versioningSection,
} from './plain-sections.ts';
import { policySection } from './policy-section.ts';
import type { SectionRules, SectionValue, Target } from './section-rules.ts';

const RULES: { readonly [K in Section]: SectionRules<K> } = {
  versioning: versioningSection,
  retention: retentionSection,
  encryption: encryptionSection,
  quota: quotaSection,
  tags: tagsSection,
  policy: policySection,
  lifecycle: lifecycleSection,
  cors: corsSection,
  events: eventsSection,
};

/** A section of a document compared with that of a bucket. */
export interface ComparedSection {
  readonly section: Section;
  readonly setting: Setting;
  /** Undefined if the user may not read it. */
  readonly from: unknown;
  readonly to: unknown;
  readonly differs: boolean;
  /** The revision of the bucket's state. */
  readonly revision: string;
  /** The action that the change requires. */
  readonly action: string;
  refusal(): Promise<string | undefined>;
  write(): Promise<void>;
}

/** Returns the sections of the bucket that the user may read. */
export async function readSettings(target: Target): Promise<BucketDocument['settings']> {
  const entries = await Promise.all(
    SECTIONS.map(async (section) => [section, await readSection(section, target)] as const),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Compares the document's sections with the bucket's, in the order in which they are applied. */
export async function compareSettings(
  { bucket: from, settings }: BucketDocument,
  target: Target,
): Promise<ComparedSection[]> {
  const present = SECTIONS.filter((section) => settings[section] !== undefined);
  return Promise.all(present.map((section) => compare(section, settings, from, target)));
}

/** The revision of everything that was compared. */
export function comparedRevision(compared: readonly ComparedSection[]): string {
  return revisionOf(compared.map(({ section, revision }) => [section, revision]));
}

function readSection<K extends Section>(
  section: K,
  target: Target,
): Promise<SectionValue<K> | undefined> {
  return unlessDenied(RULES[section].read(target));
}

async function compare<K extends Section>(
  section: K,
  settings: BucketDocument['settings'],
  from: string,
  target: Target,
): Promise<ComparedSection> {
  const rules: SectionRules<K> = RULES[section];
  const wanted = settings[section] as SectionValue<K>;
  const current = await readSection(section, target);
  const to = rules.settle ? rules.settle({ wanted, current, from, target }) : wanted;
  const revision = (value: SectionValue<K> | undefined) =>
    revisionOf(value === undefined || !rules.identity ? value : rules.identity(value));
  return {
    section,
    setting: rules.setting,
    from: current,
    to,
    differs: current === undefined || revision(current) !== revision(to),
    revision: revision(current),
    action: rules.action(to),
    refusal: async () => rules.refusal?.(to, target),
    write: () => rules.write(to, target),
  };
}
