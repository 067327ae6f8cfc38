import * as contract from '@stowage/contract/settings/identity-test';
import type { ConfigLine } from '@stowage/storage-client/config-text';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { addressOf } from '../../../plugins/mount.ts';
import { TestLimit } from '../../../test-limit.ts';
import type { StorageAccess } from '../../../upstream/storage.ts';
import { lineOf, readConfig } from '../read-config.ts';
import { restorePassword } from '../secrets.ts';
import { testLdap } from './ldap.ts';
import { type IdentityTrial, testOpenid } from './openid.ts';

/** The test for each configuration. */
const TESTS: Readonly<
  Record<contract.TestedIdentity, (trial: IdentityTrial) => Promise<contract.IdentityTestStep[]>>
> = {
  identity_openid: testOpenid,
  identity_ldap: testLdap,
};

/**
 * Tests an identity provider. The console connects to it only after the storage server has shown
 * the caller its configuration, including secrets.
 */
export function identityTestRoutes(
  storage: StorageAccess,
  refuses: IdentityTrial['refuses'],
): RouteModule {
  const limit = new TestLimit();
  return ({ serve }) => {
    serve(contract.testIdentity, async ({ session, params, query, body, request, signal }) => {
      limit.count(session.key);
      const { admin } = storage.clientsOf(session);
      const config = await readConfig(admin, params.name, signal);
      const values = wishedValues(lineOf(config, query.arn_resource_id), body);
      return {
        steps: await TESTS[params.name]({
          values,
          callback: addressOf(request, 'oauth_callback'),
          loginName: body.login_name,
          refuses,
        }),
      };
    });
  };
}

/** The target's settings after the change; those set by environment variables stay as they are. */
function wishedValues(
  line: ConfigLine | undefined,
  { key_values: sent, reset_keys: reset }: contract.IdentityChange,
): Readonly<Record<string, string>> {
  const { values: stored = {}, overrides = {} } = line ?? {};
  const wished = sent.filter(({ value }) => value !== '');
  return {
    ...Object.fromEntries(Object.entries(stored).filter(([key]) => !reset.includes(key))),
    ...Object.fromEntries(
      wished.map(({ key, value }) => [key, restorePassword(key, value, stored[key] ?? '')]),
    ),
    ...Object.fromEntries(Object.entries(overrides).map(([key, { value }]) => [key, value])),
  };
}
