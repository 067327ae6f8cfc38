import { always, endpoint, storage } from './endpoint.ts';
import { storageErrors } from './storage-errors.ts';

export const restartService = endpoint({
  id: 'service.restart',
  method: 'POST',
  path: '/service/restart',
  summary: 'Restart the storage server, so that changed settings take effect',
  permission: storage('admin:ServiceRestart'),
  recentLogin: always,
  response: null,
  status: 204,
  errors: [...storageErrors, 'PasswordRequired'],
});
