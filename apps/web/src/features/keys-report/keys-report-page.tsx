import { SegmentedControl } from '@mantine/core';
import { getKeysReport, type ReportedKey } from '@stowage/contract/identity/keys-report';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { call } from '#web/lib/api/call.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { ListFrame } from '#web/ui/list/list-frame.tsx';
import { keysReportText } from './en.ts';
import { keyColumns } from './key-columns.tsx';
import classes from './keys-report.module.css';

/** Every access key of every account; leaving the page cancels the request. */
const keysReportQuery = queryOptions({
  queryKey: ['keys-report'],
  queryFn: ({ signal }) => call(getKeysReport, {}, { signal }),
  staleTime: 60_000,
  meta: { errors: 'screen' },
});

const RISKS = ['all', 'tooWide', 'unused', 'neverExpires'] as const;
type Shown = (typeof RISKS)[number];
const search: SearchFields<{ readonly filter: string; readonly risk: Shown }> = {
  filter: textField,
  risk: choiceField(RISKS),
};
const none: readonly ReportedKey[] = [];

function ofRisk(keys: readonly ReportedKey[], shown: Shown): readonly ReportedKey[] {
  return shown === 'all' ? keys : keys.filter(({ risks }) => risks.includes(shown));
}

function matching(keys: readonly ReportedKey[], filter: string): readonly ReportedKey[] {
  const wanted = filter.trim().toLowerCase();
  return keys.filter(({ accessKey, owner, name }) =>
    [accessKey, owner, name].some((text) => text.toLowerCase().includes(wanted)),
  );
}

interface RiskFilterProps {
  readonly keys: readonly ReportedKey[];
  readonly shown: Shown;
  readonly onChange: (shown: Shown) => void;
}

/** The number of keys with each risk; selecting a risk filters the list by it. */
function RiskFilter({ keys, shown, onChange }: RiskFilterProps) {
  const t = useText(keysReportText);
  const labelOf = (risk: Shown) => {
    const formatted = formatNumber(ofRisk(keys, risk).length);
    return risk === 'all'
      ? t('all', { formatted })
      : t('onlyRisk', { risk: t(`risk.${risk}`), formatted });
  };
  return (
    <div className={classes.risks}>
      <SegmentedControl
        aria-label={t('show')}
        value={shown}
        onChange={onChange}
        data={RISKS.map((risk) => ({ value: risk, label: labelOf(risk) }))}
      />
    </div>
  );
}

/** The access keys of all accounts, riskiest first. */
export function KeysReportPage() {
  const t = useText(keysReportText);
  const report = useQuery(keysReportQuery);
  const [{ filter, risk }, changeSearch] = useSearch(search);
  const wanted = useDeferredValue(filter);
  const { keys = none, total = 0, usageKnown = true } = report.data ?? {};
  const ageKnown = useMemo(() => keys.some(({ createdAt }) => createdAt !== undefined), [keys]);
  const columns = useMemo(
    () => keyColumns(t, { usage: usageKnown, age: ageKnown }),
    [t, usageKnown, ageKnown],
  );
  const rows = useMemo(() => matching(ofRisk(keys, risk), wanted), [keys, risk, wanted]);
  return (
    <ListFrame
      text={keysReportText}
      query={report}
      header={<ToolHeader title={t('title')} count={report.data?.total} />}
      filter={filter}
      onFilter={(text) => changeSearch({ filter: text })}
      choices={
        report.data && (
          <RiskFilter keys={keys} shown={risk} onChange={(next) => changeSearch({ risk: next })} />
        )
      }
      above={
        <>
          {!usageKnown && <p className={classes.note}>{t('usageUnknown')}</p>}
          {keys.length < total && (
            <p className={classes.note}>
              {t('some', { shown: formatNumber(keys.length), total: formatNumber(total) })}
            </p>
          )}
        </>
      }
    >
      <DataTable
        id="keys-report"
        label={t('list')}
        entity={t('entity')}
        columns={columns}
        rows={rows}
        rowKey={({ accessKey }) => accessKey}
        rowName={({ accessKey }) => accessKey}
        lines={2}
        loading={report.data === undefined}
        empty={t('noResults')}
      />
    </ListFrame>
  );
}
