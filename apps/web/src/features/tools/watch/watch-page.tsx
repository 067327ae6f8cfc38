import { watchBucket } from '@stowage/contract/tools/watch';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { useStream } from '#web/lib/stream/use-stream.ts';
import { Form } from '#web/ui/form/form.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { StreamBar, StreamSwitch } from '#web/ui/stream/stream-bar.tsx';
import { useBucketNames, useMissingBucket } from '../bucket-choice.tsx';
import { watchText } from './en.ts';
import { WatchFields } from './watch-fields.tsx';
import classes from './watch-page.module.css';
import { WatchRate } from './watch-rate.tsx';
import { WatchTable } from './watch-table.tsx';

/** The watch options in the address. */
const watchSearch: SearchFields<Record<'bucket' | 'prefix' | 'suffix', string>> = {
  bucket: textField,
  prefix: textField,
  suffix: textField,
};

/** Changes in a bucket in real time. */
export function WatchPage() {
  const t = useText(watchText);
  const [filter, changeFilter] = useSearch(watchSearch);
  const { bucket, prefix, suffix } = filter;
  const buckets = useBucketNames();
  const missing = useMissingBucket(buckets, bucket);
  const stream = useStream(watchBucket);
  const { state, start, stop } = stream;
  const running = state.status !== 'idle';
  const shown = state.frozen ?? state.entries;

  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <Form
          className={classes.bar}
          form={{ check: () => missing === undefined }}
          busy={running}
          onSubmit={() => start({ params: { bucket }, query: { prefix, suffix } })}
        >
          <WatchFields
            buckets={buckets}
            filter={filter}
            onChange={(name, value) => changeFilter({ [name]: value })}
            disabled={running}
          />
          <StreamSwitch running={running} onStop={stop} missing={missing} />
        </Form>
        <StreamBar
          stream={stream}
          status={{ idle: t('status.idle'), live: t('status.live') }}
          exportName={t('exportName', { bucket })}
        />
        <WatchRate entries={shown} />
        <WatchTable entries={shown} />
      </PageBody>
    </>
  );
}
