import * as contract from '@stowage/contract/settings/configs';
import { parseConfigText } from '@stowage/storage-client/config-text';
import { Turns } from '../../changes/turns.ts';
import { pageOf } from '../../page-of.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { LeaseStore } from '../../state/lease-store.ts';
import type { RestartNeeds } from '../../upstream/restart-needs.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { changeConfig, noTarget, resetTarget } from './change-config.ts';
import { identityTestRoutes } from './identity-test/routes.ts';
import { presentDetail, presentSummary } from './present-config.ts';
import {
  type ConfigReader,
  configsOf,
  lineOf,
  type ReadConfig,
  readConfig,
  readKeysOf,
  withKeys,
} from './read-config.ts';
import { transferRoutes } from './transfer-routes.ts';

interface SettingsParts {
  readonly storage: StorageAccess;
  readonly leases: LeaseStore;
  readonly needs: RestartNeeds;
  /** Whether the console must not connect to an IP address. */
  readonly refuses: (address: string) => boolean;
}

/** The configuration of the storage server. */
export function settingsRoutes({ storage, leases, needs, refuses }: SettingsParts): RouteModule {
  const turns = new Turns(leases);
  return (routes) => {
    const { serve } = routes;
    transferRoutes({ storage, turns, needs })(routes);
    identityTestRoutes(storage, refuses)(routes);

    serve(contract.listConfigs, async ({ session, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      const configs = (await readConfigs(admin, signal)).map(presentSummary);
      const described = configs.map(({ name, description }) => ({ key: name, description }));
      return { configs, configurations: pageOf(described, query), total: configs.length };
    });

    serve(contract.getConfig, async ({ session, params, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      const config = await readConfig(admin, params.name, signal);
      const target = query.arn_resource_id;
      if (target !== undefined && lineOf(config, target) === undefined) throw noTarget(target);
      return presentDetail(config, target);
    });

    serve(contract.setConfig, async ({ session, params, query, body, signal }) => {
      const { admin } = storage.clientsOf(session);
      const { arn_resource_id: target, revision } = query;
      const effect = await changeConfig(
        { admin, turns, name: params.name, target, revision, signal },
        { values: body.key_values, reset: body.reset_keys },
      );
      return needs.note(session, effect);
    });

    serve(contract.resetConfig, async ({ session, params, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      const { arn_resource_id: target, revision } = query;
      const change = { admin, turns, name: params.name, target, revision, signal };
      return needs.note(session, await resetTarget(change));
    });
  };
}

/** Every configuration with its keys and settings. */
async function readConfigs(admin: ConfigReader, signal: AbortSignal): Promise<ReadConfig[]> {
  const [subsystems, text] = await Promise.all([
    admin.listSubsystems({ signal }),
    admin.exportConfig({ signal }),
  ]);
  const lines = parseConfigText(text);
  const keys = await readKeysOf(admin, subsystems, signal);
  return configsOf(subsystems).map((found) =>
    withKeys(found, keys.get(found.subsystem.name) ?? [], lines),
  );
}
