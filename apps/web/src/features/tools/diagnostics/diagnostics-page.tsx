import { Button, Loader } from '@mantine/core';
import type { HealthMessage } from '@stowage/contract/tools/diagnostics';
import { IconDownload, IconReport } from '@tabler/icons-react';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { saveText } from '#web/lib/save-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import classes from './diagnostics-page.module.css';
import { diagnosticsText } from './en.ts';
import { ReportView } from './report-view.tsx';
import { useDiagnostic } from './use-diagnostic.ts';

function save(report: HealthMessage): void {
  saveText('diagnostic.json', JSON.stringify(report, undefined, 2), 'application/json');
}

function Progress({ parts }: { readonly parts: readonly string[] }) {
  const t = useText(diagnosticsText);
  return (
    <div className={classes.progress} role="status" aria-label={t('running')}>
      <Loader size="sm" />
      <div>
        <p className={classes.running}>{t('running')}</p>
        {parts.length > 0 && (
          <p className={classes.parts}>
            {t('gathered')}: {parts.map(isolatedText).join(', ')}
          </p>
        )}
      </div>
    </div>
  );
}

/** Gathers a report on the storage server, for reading and download. */
export function DiagnosticsPage() {
  const t = useText(diagnosticsText);
  const { status, diagnosis, begin } = useDiagnostic();
  const { report, progress } = diagnosis;
  const running = status === 'inProgress';
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <p className={classes.about}>{t('about')}</p>
        <div className={classes.bar}>
          <Button onClick={begin} disabled={running}>
            {t('start')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            disabled={status !== 'success' || report === undefined}
            onClick={() => report && save(report)}
          >
            {t('download')}
          </Button>
        </div>
        {running && <Progress parts={progress} />}
        {!running && report && <ReportView report={report} />}
        {!running && !report && (
          <EmptyState icon={<IconReport size={24} stroke={1.6} />} title={t('none')}>
            <p>{t('noneAbout')}</p>
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}
