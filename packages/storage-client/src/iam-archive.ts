export {
  type IamArchive,
  type IamArchiveEntries,
  IamArchiveError,
  readIamArchive,
} from '@stowage/storage-wire/iam-archive';
