import type { Bucket } from '@stowage/contract/buckets';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDocumentTop } from '#web/ui/use-document-top.ts';
import { bucketsText } from '../en.ts';
import { BucketCard, type BucketCardProps } from './bucket-card.tsx';
import classes from './bucket-cards.module.css';
import { useBucketAccess } from './use-bucket-access.ts';

interface BucketCardsProps extends Omit<BucketCardProps, 'bucket' | 'selected'> {
  readonly buckets: readonly Bucket[];
  /** The selected names; undefined while selection is off. */
  readonly selection: ReadonlySet<string> | undefined;
}

/** Estimated height of a card; each is measured once rendered. */
const estimatedHeight = 67;

/**
 * Keeps the focused card rendered wherever the page is scrolled; otherwise the focus would be lost.
 */
function useFocusedCard() {
  const [focused, setFocused] = useState<number>();
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || drawn.includes(focused)) return drawn;
      return [...drawn, focused].sort((a, b) => a - b);
    },
    [focused],
  );
  const handlers = {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const index = target.closest<HTMLElement>('[data-index]')?.dataset.index;
      setFocused(index === undefined ? undefined : Number(index));
    },
    onBlur: () => setFocused(undefined),
  };
  return { rangeExtractor, handlers };
}

/** The buckets as plain rows. Only visible ones are rendered, so thousands of them stay fast. */
export function BucketCards({ buckets, selection, ...rest }: BucketCardsProps) {
  const t = useText(bucketsText);
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const { rangeExtractor, handlers } = useFocusedCard();
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: buckets.length,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => buckets[index]?.name ?? index,
    overscan: 6,
    scrollMargin: top,
    rangeExtractor,
  });
  useDocumentTop(list, virtualizer.isScrolling, setTop);
  const items = virtualizer.getVirtualItems();
  const withAccess = useBucketAccess(
    buckets,
    items.map(({ index }) => index),
  );
  return (
    <ul
      ref={list}
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
      aria-label={t('title')}
      {...handlers}
    >
      {items.map(({ index, key, start }) => {
        const bucket = buckets[index];
        if (bucket === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            className={classes.item}
            style={{ transform: `translateY(${start - top}px)` }}
            data-index={index}
            aria-setsize={buckets.length}
            aria-posinset={index + 1}
          >
            <BucketCard
              bucket={withAccess(bucket)}
              selected={selection?.has(bucket.name)}
              {...rest}
            />
          </li>
        );
      })}
    </ul>
  );
}
