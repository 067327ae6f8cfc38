import type { AdminClient } from '@stowage/storage-client/admin';

/** The storage calls for service accounts. */
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
