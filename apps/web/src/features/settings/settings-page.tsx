import { IconAdjustments, IconArrowsExchange, IconHistory } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { choiceField, formatSearch, type SearchFields, textField } from '#web/lib/router/search.ts';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SectionsLayout } from '#web/ui/section-menu.tsx';
import { ConfigTiles } from './components/config-tiles.tsx';
import { settingsText } from './en.ts';

const HistorySection = lazyPart(() => import('./components/history-section.tsx'), 'HistorySection');
const TransferSection = lazyPart(
  () => import('./components/transfer-section.tsx'),
  'TransferSection',
);

const SECTIONS = ['configurations', 'history', 'transfer'] as const;
type Section = (typeof SECTIONS)[number];

const ICONS = {
  configurations: IconAdjustments,
  history: IconHistory,
  transfer: IconArrowsExchange,
} as const;

const search: SearchFields<{ readonly section: Section; readonly filter: string }> = {
  section: choiceField(SECTIONS),
  filter: textField,
};
const DOCS = 'https://min.io/docs/minio/linux/reference/minio-mc-admin/mc-admin-config.html';

/** The settings of the storage server: all configurations, their history, export and import. */
export function SettingsPage() {
  const t = useText(settingsText);
  const [{ section, filter }, changeSearch] = useSearch(search);
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>
        <SectionsLayout
          label={t('sections')}
          sections={SECTIONS.map((id) => ({
            id,
            label: t(`section.${id}`),
            icon: ICONS[id],
            to: pagePath('settings', {}, formatSearch(search, { section: id })),
          }))}
          current={section}
        >
          <Suspense fallback={<ListSkeleton rows={5} height={56} />}>
            {section === 'configurations' && (
              <ConfigTiles filter={filter} onFilter={(text) => changeSearch({ filter: text })} />
            )}
            {section === 'history' && <HistorySection />}
            {section === 'transfer' && <TransferSection />}
          </Suspense>
        </SectionsLayout>
        <HelpPanel title={t('help.title')} links={[{ label: t('help.docs'), url: DOCS }]}>
          {t('help.text')}
        </HelpPanel>
      </PageBody>
    </>
  );
}
