import type { ConfigSummary } from '@stowage/contract/settings/configs';
import {
  IconBell,
  IconBolt,
  IconClipboardList,
  IconDatabase,
  IconFileZip,
  IconHeartbeat,
  IconId,
  IconMapPin,
  type IconProps,
  IconRadar2,
  IconServer,
  IconSitemap,
  IconUserShield,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useDeferredValue } from 'react';
import { configsQuery } from '#web/entities/config/config-query.ts';
import { capitalised } from '#web/lib/format/capitalised.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { type Tile as GridTile, TileGrid } from '#web/ui/tile-grid.tsx';
import { configLabel, type SettingsText } from '../config-label.ts';
import { settingsText } from '../en.ts';
import { GROUPS, groupOf, isTile, TILES, type Tile } from '../model/config-forms.ts';
import classes from '../settings.module.css';

const ICONS: Readonly<Record<Tile, ComponentType<IconProps>>> = {
  region: IconMapPin,
  cache: IconBolt,
  compression: IconFileZip,
  api: IconServer,
  heal: IconHeartbeat,
  scanner: IconRadar2,
  etcd: IconSitemap,
  identity_openid: IconId,
  identity_ldap: IconUserShield,
  logger_webhook: IconBell,
  audit_webhook: IconClipboardList,
};

function Facts({ config }: { readonly config: ConfigSummary }) {
  const t = useText(settingsText);
  const { changed, locked, targets, multiple } = config;
  const named = multiple ? targets.length : 0;
  if (changed + locked + named === 0) return null;
  return (
    <span className={classes.facts}>
      {named > 0 && <Tag>{t('targets', { count: named })}</Tag>}
      {changed > 0 && <Tag tone="accent">{t('changed', { count: changed })}</Tag>}
      {locked > 0 && <Tag tone="warning">{t('locked', { count: locked })}</Tag>}
    </span>
  );
}

interface ConfigTile extends Pick<GridTile, 'about' | 'icon'> {
  readonly name: string;
  readonly config: ConfigSummary | undefined;
}

/** Links to a configuration; one the server does not support says why and is not a link. */
function tileOf(t: SettingsText, { name, about, icon, config }: ConfigTile): GridTile {
  return {
    ...{ id: name, name: configLabel(t, name), about, icon },
    to: pagePath('settingsOption', { option: name }),
    refusal: config === undefined ? t('unknown') : config.unavailable,
    facts: config && <Facts config={config} />,
  };
}

interface ListProps {
  readonly configs: readonly ConfigSummary[];
  readonly filter: string;
}

function matches(filter: string, texts: readonly string[]): boolean {
  const wanted = filter.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

function DocumentedConfigs({ configs, filter }: ListProps) {
  const t = useText(settingsText);
  const tiles = TILES.map((name) => ({
    name,
    about: t(`about.${name}`),
    icon: ICONS[name],
    config: configs.find((config) => config.name === name),
  }));
  const shown = tiles.filter(({ name, about, config }) =>
    matches(filter, [name, configLabel(t, name), about, ...(config?.keys ?? [])]),
  );
  if (shown.length === 0) return null;
  return <TileGrid tiles={shown.map((tile) => tileOf(t, tile))} />;
}

function OtherConfigs({ configs, filter }: ListProps) {
  const t = useText(settingsText);
  const others = configs.filter(
    ({ name, description, keys }) =>
      !isTile(name) && matches(filter, [name, configLabel(t, name), description, ...keys]),
  );
  const groups = GROUPS.map((group) => ({
    group,
    members: others.filter(({ name }) => groupOf(name) === group),
  })).filter(({ members }) => members.length > 0);
  if (groups.length === 0) return null;
  return (
    <section className={classes.others}>
      <SectionHeader title={t('others')} count={others.length} />
      {groups.map(({ group, members }) => (
        <div key={group}>
          <h3 className={classes.group}>{t(`group.${group}`)}</h3>
          <TileGrid
            tiles={members.map((config) => {
              const about = capitalised(config.description);
              return tileOf(t, { name: config.name, about, icon: IconDatabase, config });
            })}
          />
        </div>
      ))}
    </section>
  );
}

interface ConfigTilesProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** All configurations: those with their own tile, and the server's others. */
export function ConfigTiles({ filter, onFilter }: ConfigTilesProps) {
  const t = useText(settingsText);
  const query = useQuery(configsQuery);
  const wanted = useDeferredValue(filter);
  const { data: configs } = query;
  if (configs === undefined) {
    return query.error ? (
      <QueryFailure title={t('failed')} query={query} />
    ) : (
      <ListSkeleton rows={4} height={112} />
    );
  }
  const all = configs.flatMap((config) => [config.name, config.description, ...config.keys]);
  const none = !matches(wanted, [...all, ...TILES.map((name) => t(`tile.${name}`))]);
  return (
    <>
      <div className={classes.bar}>
        <SearchBox label={t('search')} value={filter} onChange={onFilter} />
      </div>
      {none && <p role="status">{t('noMatch')}</p>}
      <DocumentedConfigs configs={configs} filter={wanted} />
      <OtherConfigs configs={configs} filter={wanted} />
    </>
  );
}
