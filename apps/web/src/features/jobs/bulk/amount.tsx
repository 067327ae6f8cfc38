import type { JobSelection } from '@stowage/contract/jobs';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { previewQuery } from '../api.ts';
import { jobsText } from '../en.ts';

interface AmountProps {
  readonly bucket: string;
  readonly selection: JobSelection;
  readonly versions?: boolean;
  /** Counts objects that existed at this time and have changed since. */
  readonly at?: string;
}

/** The number of objects a job would affect. It is loaded in the background. */
export function Amount({ bucket, selection, versions = false, at }: AmountProps) {
  const t = useText(jobsText);
  const { data, error } = useQuery(
    previewQuery({ bucket, selection, versions, ...(at !== undefined && { at }) }),
  );
  return <p role="status">{words()}</p>;

  function words(): string {
    if (error) return t('amount.unknown', { reason: error.message });
    if (!data) return t('amount.counting');
    const { objects: count, bytes, complete } = data;
    const found = { count, formatted: formatNumber(count), size: formatSize(bytes) };
    return t(complete ? 'amount.exact' : 'amount.least', found);
  }
}
