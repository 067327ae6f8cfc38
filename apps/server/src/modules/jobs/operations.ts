import type { JobRequest } from '@stowage/contract/jobs';
import { copying } from './copy-operation.ts';
import { deletion } from './delete-operation.ts';
import type { Operation } from './operation.ts';
import { restoring } from './restore-operation.ts';
import { holding, retaining, tagging } from './settings-operation.ts';

/** What a job does with its objects. */
export function operationOf(request: JobRequest): Operation {
  switch (request.kind) {
    case 'delete':
      return deletion(request);
    case 'copy':
    case 'move':
      return copying(request);
    case 'tag':
      return tagging(request);
    case 'retention':
      return retaining(request);
    case 'legal-hold':
      return holding(request);
    case 'restore':
      return restoring(request);
  }
}
