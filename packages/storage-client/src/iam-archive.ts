export {
  IAM_ARCHIVE_LIMITS,
  type IamArchive,
  type IamArchiveEntries,
  IamArchiveError,
  type IamArchivePart,
  readIamArchive,
} from '@stowage/storage-wire/iam-archive';
