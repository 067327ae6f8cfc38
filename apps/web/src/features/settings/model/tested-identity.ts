import { IDENTITY_TEST_STEPS, type TestedIdentity } from '@stowage/contract/settings/identity-test';

/** Whether a configuration can be tested. */
export function isTested(name: string): name is TestedIdentity {
  return name in IDENTITY_TEST_STEPS;
}
