import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

export const inspectObject = endpoint({
  id: 'tools.inspect',
  method: 'GET',
  path: '/admin/inspect',
  summary: 'The files that the drives of MinIO keep of an object, its metadata first of all; a zip',
  permission: storage('admin:InspectData'),
  query: z.object({
    /** The bucket, or .minio.sys. */
    volume: z.string().min(1).max(255),
    /** Path on the drives, such as a/b.txt/xl.meta; * and ** are wildcards. */
    file: z.string().min(1).max(1100),
  }),
  response: 'bytes',
  status: 200,
  errors: [...storageErrors, 'InvalidInput', 'InvalidObjectName', 'NotSupported'],
});
