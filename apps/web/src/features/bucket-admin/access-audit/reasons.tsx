import {
  ABILITIES,
  type AuditGrant,
  type AuditStatement,
} from '@stowage/contract/bucket-admin/access';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { readableJson } from '#web/lib/json/readable-json.ts';
import { Tag } from '#web/ui/tag.tsx';
import { accessAuditText } from './en.ts';
import { ExtentMark } from './extent-mark.tsx';
import { extentOf } from './model/audit-rows.ts';
import classes from './reasons.module.css';

type Text = Translate<(typeof accessAuditText)['english']>;

/**
 * Returns where a statement comes from, such as 'policy readwrite of the group devs, statement 2'.
 */
function placeOf(t: Text, { policy, kind, group = '', index, sid }: AuditStatement): string {
  const number = index + 1;
  const source = t(`detail.source.${kind}`, { policy, group });
  const statement =
    sid === undefined || sid === ''
      ? t('detail.statement', { number })
      : t('detail.namedStatement', { number, sid });
  return `${source}, ${statement}`;
}

function Reason({ statement }: { readonly statement: AuditStatement }) {
  const t = useText(accessAuditText);
  const { effect, conditional, text } = statement;
  return (
    <li className={classes.reason}>
      <details>
        <summary className={classes.summary}>
          <Tag tone={effect === 'Deny' ? 'bad' : 'good'}>{t(`detail.effect.${effect}`)}</Tag>
          <span className={classes.place}>{placeOf(t, statement)}</span>
          {conditional && <Tag tone="warning">{t('detail.conditional')}</Tag>}
        </summary>
        <pre className={classes.json}>{readableJson(text)}</pre>
      </details>
    </li>
  );
}

/** Abilities in the bucket, and the statements that determine them. */
export function Reasons({ grants }: { readonly grants: readonly AuditGrant[] }) {
  const t = useText(accessAuditText);
  return (
    <>
      {ABILITIES.map((ability) => {
        const because = grants.find((grant) => grant.ability === ability)?.because ?? [];
        return (
          <section key={ability} className={classes.ability}>
            <h3 className={classes.title}>
              {t(`abilityLong.${ability}`)}
              <ExtentMark extent={extentOf(grants, ability)} />
            </h3>
            {because.length === 0 ? (
              <p className={classes.nothing}>{t('detail.noReason')}</p>
            ) : (
              <ul className={classes.reasons}>
                {because.map((statement) => (
                  <Reason key={placeOf(t, statement)} statement={statement} />
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </>
  );
}
