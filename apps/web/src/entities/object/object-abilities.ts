import { grants } from '@stowage/domain/actions';

/** What the caller can do with the objects of a bucket. */
export interface ObjectAbilities {
  readonly list: boolean;
  readonly upload: boolean;
  readonly createPath: boolean;
  readonly download: boolean;
  readonly delete: boolean;
  /** Delete markers are versions too: removing them restores the objects. */
  readonly undoDelete: boolean;
  readonly listVersions: boolean;
  readonly readTags: boolean;
  readonly addTags: boolean;
  readonly deleteTags: boolean;
  readonly readLegalHold: boolean;
  readonly setLegalHold: boolean;
  readonly readRetention: boolean;
  readonly setRetention: boolean;
  readonly bypassGovernance: boolean;
}

/**
 * Returns the abilities granted by a bucket's allowed actions, including wildcards such as 's3:*'.
 */
export function objectAbilities(allowedActions: readonly string[]): ObjectAbilities {
  const upload = grants(allowedActions, 's3:PutObject');
  return {
    list: grants(allowedActions, 's3:ListBucket'),
    upload,
    createPath: upload,
    download: grants(allowedActions, 's3:GetObject'),
    delete: grants(allowedActions, 's3:DeleteObject'),
    undoDelete: grants(allowedActions, 's3:DeleteObjectVersion'),
    listVersions: grants(allowedActions, 's3:ListBucketVersions'),
    readTags: grants(allowedActions, 's3:GetObjectTagging'),
    addTags: grants(allowedActions, 's3:PutObjectTagging'),
    deleteTags: grants(allowedActions, 's3:DeleteObjectTagging'),
    readLegalHold: grants(allowedActions, 's3:GetObjectLegalHold'),
    setLegalHold: grants(allowedActions, 's3:PutObjectLegalHold'),
    readRetention: grants(allowedActions, 's3:GetObjectRetention'),
    setRetention: grants(allowedActions, 's3:PutObjectRetention'),
    bypassGovernance: grants(allowedActions, 's3:BypassGovernanceRetention'),
  };
}
