import { useSearch } from '#web/lib/router/navigation.ts';
import { BucketGrowthCard } from './bucket-growth-card.tsx';
import classes from './capacity.module.css';
import { capacitySearch } from './capacity-search.ts';
import { ForecastCard } from './forecast-card.tsx';
import { HistogramCards } from './histogram-cards.tsx';

/** How long the space will last, which buckets use it, and what objects they contain. */
export function CapacityTab() {
  const [search, change] = useSearch(capacitySearch);
  return (
    <div className={classes.tab}>
      <ForecastCard weeks={search.weeks} onWeeks={(weeks) => change({ weeks })} />
      <BucketGrowthCard
        days={search.days}
        top={search.top}
        onDays={(days) => change({ days })}
        onTop={(top) => change({ top })}
      />
      <HistogramCards bucket={search.bucket} onBucket={(bucket) => change({ bucket })} />
    </div>
  );
}
