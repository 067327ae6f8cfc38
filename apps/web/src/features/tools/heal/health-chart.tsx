import { type ColourCounts, HEALTH_COLOURS, type HealthColour } from '@stowage/contract/tools/heal';
import { formatPercent } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { healText } from './en.ts';
import classes from './heal-page.module.css';

interface BarProps {
  readonly when: 'before' | 'after';
  readonly colour: HealthColour;
  readonly share: number;
}

function Bar({ when, colour, share }: BarProps) {
  const t = useText(healText);
  return (
    <div className={classes.barLine}>
      <dt>{t(`chart.${when}`)}</dt>
      <dd>
        <span className={classes.track} aria-hidden>
          <span
            className={classes.fill}
            data-colour={colour}
            data-when={when}
            style={{ width: `${share * 100}%` }}
          />
        </span>
        <span className={classes.percent}>{formatPercent(share)}</span>
      </dd>
    </div>
  );
}

function shareOf(counts: ColourCounts, colour: HealthColour): number {
  const all = HEALTH_COLOURS.reduce((sum, name) => sum + counts[name], 0);
  return all === 0 ? 0 : counts[colour] / all;
}

interface HealthChartProps {
  readonly before: ColourCounts;
  readonly after: ColourCounts;
}

/** The health of all items before and after healing, as fractions. */
export function HealthChart({ before, after }: HealthChartProps) {
  const t = useText(healText);
  return (
    <figure className={classes.chart} aria-label={t('chart.title')}>
      <figcaption className={classes.caption}>{t('chart.title')}</figcaption>
      {HEALTH_COLOURS.map((colour) => (
        <section key={colour} className={classes.colour} aria-label={t(`chart.${colour}`)}>
          <h3 className={classes.colourName}>
            {t(`chart.${colour}`)}
            <span className={classes.colourAbout}>{t(`chart.about.${colour}`)}</span>
          </h3>
          <dl className={classes.bars}>
            <Bar when="before" colour={colour} share={shareOf(before, colour)} />
            <Bar when="after" colour={colour} share={shareOf(after, colour)} />
          </dl>
        </section>
      ))}
    </figure>
  );
}
