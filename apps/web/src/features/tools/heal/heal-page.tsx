import { healBucket } from '@stowage/contract/tools/heal';
import { IconHeartbeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { useStream } from '#web/lib/stream/use-stream.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { StreamBar, StreamSwitch } from '#web/ui/stream/stream-bar.tsx';
import { useBucketNames, useMissingBucket } from '../bucket-choice.tsx';
import { healText } from './en.ts';
import { HealDrives } from './heal-drives.tsx';
import { HealFields, type HealForm } from './heal-fields.tsx';
import { HealItems } from './heal-items.tsx';
import classes from './heal-page.module.css';
import { type HealSummary, healFold } from './heal-summary.ts';
import { HealthChart } from './health-chart.tsx';

const emptyForm: HealForm = {
  ...{ bucket: '', prefix: '', recursive: true, deep: false },
  ...{ dryRun: false, forceStart: false, forceStop: false },
};

const word = (flag: boolean) => (flag ? 'true' : 'false');

/** Returns the stream's parameters. */
function inputOf({ bucket, prefix, recursive, deep, dryRun, forceStart, forceStop }: HealForm) {
  return {
    params: { bucket },
    query: {
      prefix,
      recursive: word(recursive),
      'force-start': word(forceStart),
      'force-stop': word(forceStop),
      ...(deep ? { scan: 'deep' as const } : {}),
      ...(dryRun ? { 'dry-run': 'true' as const } : {}),
    },
  } as const;
}

function HealFacts({ counts }: Pick<HealSummary, 'counts'>) {
  const t = useText(healText);
  const { objectsHealed = 0, objectsScanned = 0, objectsFailed = 0 } = counts ?? {};
  const facts = [
    [t('fact.size'), formatSize(counts?.bytesScanned ?? 0)],
    [
      t('fact.objects'),
      t('fact.objectsValue', {
        healed: formatCount(objectsHealed),
        scanned: formatCount(objectsScanned),
      }),
    ],
    [t('fact.failed'), formatCount(objectsFailed)],
    [
      t('fact.time'),
      t('fact.timeValue', { seconds: formatCount(Math.round(counts?.healDuration ?? 0)) }),
    ],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const noColours = { Green: 0, Yellow: 0, Red: 0, Grey: 0 };

/** The progress of a run: the chart, the counts and the items found. */
function HealRun({ counts, items }: HealSummary) {
  const t = useText(healText);
  return (
    <>
      {counts?.failure !== undefined && (
        <p role="alert">{t('stopped', { reason: isolatedText(counts.failure) })}</p>
      )}
      <div className={classes.outcome}>
        <HealthChart
          before={counts?.healthBeforeCols ?? noColours}
          after={counts?.healthAfterCols ?? noColours}
        />
        <HealFacts counts={counts} />
      </div>
      <HealItems items={items} leftOut={counts?.itemsLeftOut ?? 0} known={counts !== undefined} />
    </>
  );
}

function HealTool() {
  const t = useText(healText);
  const [form, setForm] = useState(emptyForm);
  const buckets = useBucketNames();
  const missing = useMissingBucket(buckets, form.bucket);
  const stream = useStream(healBucket, { fold: healFold });
  const { state, start, stop } = stream;
  const running = state.status !== 'idle';
  return (
    <>
      <p className={classes.about}>{t('about')}</p>
      <Form
        className={classes.bar}
        form={{ check: () => missing === undefined }}
        busy={running}
        onSubmit={() => start(inputOf(form))}
      >
        <HealFields
          buckets={buckets}
          values={form}
          onChange={(change) => setForm((now) => ({ ...now, ...change }))}
          disabled={running}
        />
        <StreamSwitch running={running} onStop={stop} missing={missing} />
      </Form>
      <StreamBar
        stream={stream}
        status={{ idle: t('idle'), live: t('live'), done: t('done') }}
        exportName={t('exportName', { bucket: form.bucket })}
      />
      <HealRun {...state.summary} />
      <HealDrives />
    </>
  );
}

/** Finds damaged copies and repairs them. */
export function HealPage() {
  const t = useText(healText);
  const { distributedMode } = useSession();
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        {distributedMode ? (
          <HealTool />
        ) : (
          <EmptyState icon={<IconHeartbeat size={24} stroke={1.6} />} title={t('single')}>
            <p>{t('singleWhy')}</p>
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}
