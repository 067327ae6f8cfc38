import { createHmac } from 'node:crypto';

/** Value of x-amz-id-2, by which a server is known: the same in all answers of one deployment. */
export function hostIdOf(deploymentId: string): string {
  return createHmac('sha256', 'host-id').update(deploymentId).digest('hex');
}
