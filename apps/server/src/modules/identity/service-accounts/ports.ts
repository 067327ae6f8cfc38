import type { AdminClient } from '@stowage/storage-client/admin';

/** What service accounts need of the storage. */
export type ServiceAccountPort = Pick<
  AdminClient,
  | 'addServiceAccount'
  | 'deleteServiceAccount'
  | 'getServiceAccount'
  | 'getUser'
  | 'listAllAccounts'
  | 'listServiceAccounts'
  | 'updateServiceAccount'
>;
