import type {
  AccessAnswer,
  AccessHolder,
  AccessStatement,
} from '@stowage/contract/identity/access-explorer';
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { formatList } from '#web/lib/format/lists.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { readableJson } from '#web/lib/json/readable-json.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { Details } from '#web/ui/details.tsx';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import classes from './access-explorer.module.css';
import { explorerText } from './en.ts';

const icons = {
  allowed: IconCircleCheck,
  denied: IconCircleX,
  partly: IconHelpCircle,
  unknown: IconHelpCircle,
} as const;

/** The subject, and where its permissions come from. */
function Chain({ holder }: { readonly holder: AccessHolder }) {
  const t = useText(explorerText);
  const { name, parent, groups, enabled, kind } = holder;
  return (
    <ul className={classes.chain} aria-label={t('chain')}>
      <li>
        {name === '' ? t('kind.anonymous') : <Name>{name}</Name>}
        {!enabled && <Tag tone="warning">{t('disabled')}</Tag>}
      </li>
      {kind === 'key' && parent !== undefined && <li>{t('parent', { parent })}</li>}
      {groups.map((group) => (
        <li key={group.name}>
          {t('via.group', { group: group.name })}
          {!group.enabled && <Tag tone="warning">{t('disabled')}</Tag>}
        </li>
      ))}
    </ul>
  );
}

function Statement({ statement }: { readonly statement: AccessStatement }) {
  const t = useText(explorerText);
  const { policy, kind, group = '', index, effect, match, deciding, text } = statement;
  return (
    <li className={classes.statement} data-deciding={deciding || undefined}>
      <div className={classes.statementHead}>
        <Tag tone={effect === 'Deny' ? 'bad' : 'good'}>{effect}</Tag>
        {policy !== '' && (
          <RouterLink to={pagePath('policy', { rest: policy })}>
            <Name>{policy}</Name>
          </RouterLink>
        )}
        <span className={classes.via}>
          {t(`via.${kind}`, { group })}, {t('place', { number: index + 1 })}
        </span>
        {match !== 'yes' && <Tag>{t(`match.${match}`)}</Tag>}
        {deciding && <Tag tone="accent">{t('deciding')}</Tag>}
      </div>
      <Details text={readableJson(text)} />
    </li>
  );
}

function Statements({ statements }: Pick<AccessAnswer, 'statements'>) {
  const t = useText(explorerText);
  return (
    <>
      <h3>{t('statements')}</h3>
      {statements.length === 0 ? (
        <p className={classes.via}>{t('none')}</p>
      ) : (
        <ol className={classes.statements}>
          {statements.map((statement) => (
            <Statement
              key={`${statement.kind} ${statement.group} ${statement.policy} ${statement.index}`}
              statement={statement}
            />
          ))}
        </ol>
      )}
    </>
  );
}

/** Reasons that apply regardless of policies. */
const WHATEVER_POLICIES_SAY: ReadonlySet<AccessAnswer['reason']> = new Set([
  'disabled',
  'expired',
  'group-disabled',
  'owner',
]);

interface VerdictProps {
  readonly holder: AccessHolder;
  readonly answer: AccessAnswer;
}

/** The verdict on a question, the reason, and the relevant statements. */
export function Verdict({ holder, answer }: VerdictProps) {
  const t = useText(explorerText);
  const { verdict, reason, statements, unknown } = answer;
  const Icon = icons[verdict];
  const title = t(`verdict.${reason === 'oneself' ? reason : verdict}`);
  return (
    <section className={classes.verdict} aria-label={title}>
      <div className={classes.result} data-verdict={verdict} role="status">
        <Icon size={28} stroke={1.6} aria-hidden />
        <div>
          <h2>{title}</h2>
          <p>
            {t(verdict === 'partly' && reason === 'depends' ? 'reason.partly' : `reason.${reason}`)}
          </p>
          {unknown.length > 0 && <p>{t('unknown', { keys: formatList([...unknown]) })}</p>}
        </div>
      </div>
      <h3>{t('chain')}</h3>
      <Chain holder={holder} />
      {statements.length === 0 && WHATEVER_POLICIES_SAY.has(reason) ? null : (
        <Statements statements={statements} />
      )}
    </section>
  );
}
