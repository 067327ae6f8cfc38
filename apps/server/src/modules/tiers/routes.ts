import * as contract from '@stowage/contract/tiers';
import type { AdminClient, Tier } from '@stowage/storage-client/admin';
import type { LifecycleRule } from '@stowage/storage-client/s3';
import { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import { fewNames } from '../../few-names.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { LeaseStore } from '../../state/lease-store.ts';
import { bucketsUsing } from '../../upstream/buckets-using.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { refusedField } from './refused-field.ts';
import { credentialsOf, needSameAccount, newTier, presentTier } from './tier.ts';

/** The remote tiers to which objects can be moved. */
export function tierRoutes(storage: StorageAccess, leases: LeaseStore): RouteModule {
  const turns = new Turns(leases);
  const turn = { name: 'tiers' };
  return ({ serve }) => {
    serve(contract.listTiers, async ({ session, signal }) => {
      const { admin } = storage.clientsOf(session);
      const [tiers, usage] = await Promise.all([
        admin.listTiers({ signal }),
        // Not every server reports the usage of tiers.
        admin.listTierUsage({ signal }).catch(() => []),
      ]);
      const items = tiers.map((tier) =>
        presentTier(
          tier,
          usage.find(({ name }) => name === tier.name),
        ),
      );
      return { items };
    });

    serve(contract.addTier, async ({ session, body, signal }) => {
      const { admin } = storage.clientsOf(session);
      await turns.take({ ...turn, signal }, () =>
        refusedField('new', admin.addTier({ tier: newTier(body), signal })),
      );
    });

    serve(contract.setTierCredentials, async ({ session, params, body, signal }) => {
      const { admin } = storage.clientsOf(session);
      const credentials = credentialsOf(params.type, body);
      await turns.take({ ...turn, signal }, async () => {
        needSameAccount(await needTier(admin, params, signal), credentials);
        const edit = admin.editTier({ name: params.name, credentials, signal });
        await refusedField('existing', edit);
      });
    });

    serve(contract.checkTier, async ({ session, params, signal }) => {
      const { admin } = storage.clientsOf(session);
      await admin.verifyTier({ name: params.name, signal });
    });

    serve(contract.deleteTier, async ({ session, params, signal }) => {
      const { admin, s3 } = storage.clientsOf(session);
      await turns.take({ ...turn, signal }, async () => {
        await needTier(admin, params, signal);
        const { buckets, unread } = await bucketsUsing(
          s3,
          (call) => s3.getBucketLifecycle(call),
          (rule) => movesTo(rule, params.name),
          signal,
        );
        if (buckets.length > 0) {
          const detail = fewNames('Buckets whose lifecycle rules use it', buckets);
          throw new ConsoleError('TierInUse', { detail });
        }
        if (unread > 0) {
          const detail = `The lifecycle rules of ${unread} bucket${unread === 1 ? '' : 's'} could not be read: they may use the tier.`;
          throw new ConsoleError('TierInUse', { detail });
        }
        await admin.removeTier({ name: params.name, signal });
      });
    });
  };
}

interface NamedTier {
  readonly type: contract.TierType;
  readonly name: string;
}

/** @throws ConsoleError NotFound */
async function needTier(
  admin: Pick<AdminClient, 'listTiers'>,
  { type, name }: NamedTier,
  signal: AbortSignal,
): Promise<Tier> {
  const tiers = await admin.listTiers({ signal });
  const found = tiers.find((tier) => tier.type === type && tier.name === name);
  if (found === undefined) {
    throw new ConsoleError('NotFound', { detail: `There is no ${type} tier ${name}.` });
  }
  return found;
}

function movesTo({ transition, noncurrentTransition }: LifecycleRule, tier: string): boolean {
  return transition.storageClass === tier || noncurrentTransition.storageClass === tier;
}
