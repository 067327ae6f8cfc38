import { grants } from '@stowage/domain/actions';

/** What the caller may do with the objects of a bucket. */
export interface ObjectAbilities {
  readonly list: boolean;
  readonly upload: boolean;
  readonly createPath: boolean;
  readonly download: boolean;
  readonly delete: boolean;
  /** Delete markers are versions too: removing them brings the objects back. */
  readonly undoDelete: boolean;
}

/** The abilities that a bucket's allowed actions give; wildcards such as 's3:*' count. */
export function objectAbilities(allowedActions: readonly string[]): ObjectAbilities {
  const upload = grants(allowedActions, 's3:PutObject');
  return {
    list: grants(allowedActions, 's3:ListBucket'),
    upload,
    createPath: upload,
    download: grants(allowedActions, 's3:GetObject'),
    delete: grants(allowedActions, 's3:DeleteObject'),
    undoDelete: grants(allowedActions, 's3:DeleteObjectVersion'),
  };
}
