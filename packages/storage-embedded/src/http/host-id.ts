import { createHmac } from 'node:crypto';

/** Value of x-amz-id-2, which identifies a server: the same in all responses of a deployment. */
export function hostIdOf(deploymentId: string): string {
  return createHmac('sha256', 'host-id').update(deploymentId).digest('hex');
}
