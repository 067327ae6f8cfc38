import type { TierType } from '@stowage/contract/tiers';
import {
  IconBrandAws,
  IconBrandAzure,
  IconBrandGoogle,
  type IconProps,
  IconServer,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { BackHeader } from '#web/ui/back-header.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { TileGrid } from '#web/ui/tile-grid.tsx';
import { tiersText } from './en.ts';
import { TIER_KINDS } from './model/tier-kinds.ts';

const ICONS: Readonly<Record<TierType, ComponentType<IconProps>>> = {
  minio: IconServer,
  gcs: IconBrandGoogle,
  s3: IconBrandAws,
  azure: IconBrandAzure,
};

/** A choice of tier types. */
export function AddTierPage() {
  const t = useText(tiersText);
  return (
    <>
      <BackHeader title={t('add.title')} back={{ label: t('add.back'), to: pagePath('tiers') }} />
      <PageBody>
        <p>{t('add.choose')}</p>
        <TileGrid
          tiles={TIER_KINDS.map(({ service, name }) => ({
            id: service,
            name,
            about: t(`add.about.${service}`),
            icon: ICONS[service],
            to: pagePath('addTierService', { service }),
          }))}
        />
      </PageBody>
    </>
  );
}
