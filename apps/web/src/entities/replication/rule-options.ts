import {
  EMPTY_TAG_PAIRS,
  encodePairs,
  filledPairs,
  pairsFit,
  type TagPairs,
} from '#web/entities/tag-pairs/tag-pairs.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { replicationText } from './en.ts';

/** What a rule replicates, as entered. */
export interface RuleOptionsDraft {
  readonly prefix: string;
  readonly tags: TagPairs;
  /** Undefined for the next free priority. */
  readonly priority: number | undefined;
  readonly storageClass: string;
  readonly replicateDeleteMarkers: boolean;
  readonly replicateDeletes: boolean;
  readonly replicateMetadata: boolean;
  readonly replicateExistingObjects: boolean;
}

export const DEFAULT_RULE_OPTIONS: RuleOptionsDraft = {
  prefix: '',
  tags: EMPTY_TAG_PAIRS,
  priority: undefined,
  storageClass: '',
  replicateDeleteMarkers: true,
  replicateDeletes: true,
  replicateMetadata: true,
  replicateExistingObjects: true,
};

/**
 * Whether a rule can replicate delete markers: S3 rejects that in rules that filter by tags, which
 * delete markers lack.
 */
export function canReplicateDeleteMarkers({ tags }: Pick<RuleOptionsDraft, 'tags'>): boolean {
  return filledPairs(tags).length === 0;
}

/** Returns the errors that prevent the options from being sent, by field. */
export function ruleOptionsErrors({ priority, tags }: RuleOptionsDraft) {
  const isPriority = priority === undefined || (Number.isSafeInteger(priority) && priority >= 0);
  return {
    ...(!isPriority && { priority: translate(replicationText, 'priorityError') }),
    ...(!pairsFit(tags) && { tags: translate(replicationText, 'tagsError') }),
  };
}

/** Returns the request for valid options. */
export function ruleOptionsInput(draft: RuleOptionsDraft) {
  return {
    prefix: draft.prefix,
    tags: encodePairs(draft.tags),
    storageClass: draft.storageClass.trim(),
    replicateDeleteMarkers: draft.replicateDeleteMarkers && canReplicateDeleteMarkers(draft),
    replicateDeletes: draft.replicateDeletes,
    replicateMetadata: draft.replicateMetadata,
    replicateExistingObjects: draft.replicateExistingObjects,
    ...(draft.priority === undefined ? {} : { priority: draft.priority }),
  };
}
