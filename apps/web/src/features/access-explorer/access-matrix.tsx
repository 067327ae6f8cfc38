import { Button } from '@mantine/core';
import { type AccessVerdict, MATRIX_SIDE } from '@stowage/contract/identity/access-explorer';
import { IconCheck, IconDots, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { formatSearch } from '#web/lib/router/search.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Name } from '#web/ui/name.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import classes from './access-explorer.module.css';
import { matrixQuery } from './api.ts';
import { explorerText } from './en.ts';
import { type ExplorerValues, explorerSearch } from './model/question.ts';

const icons = { allowed: IconCheck, denied: IconX, partly: IconDots, unknown: IconQuestionMark };

interface CellProps {
  readonly verdict: AccessVerdict;
  /** Link to the question about this user and bucket. */
  readonly to: string;
}

function Cell({ verdict, to }: CellProps) {
  const t = useText(explorerText);
  const Icon = icons[verdict];
  return (
    <td data-verdict={verdict}>
      <RouterLink to={to} aria-label={t(`verdict.${verdict}`)} title={t(`verdict.${verdict}`)}>
        <Icon size={18} stroke={1.8} aria-hidden />
      </RouterLink>
    </td>
  );
}

interface PagerProps {
  /** What is paged through: the label of the button group. */
  readonly label: string;
  readonly offset: number;
  readonly total: number;
  readonly onOffset: (offset: number) => void;
}

/** Pages through fifty entries at a time; nothing if they all fit. */
function Pager({ label, offset, total, onOffset }: PagerProps) {
  const t = useText(explorerText);
  if (total <= MATRIX_SIDE) return null;
  const to = Math.min(offset + MATRIX_SIDE, total);
  const numbers = { from: offset + 1, to, all: total };
  const counts = Object.fromEntries(
    Object.entries(numbers).map(([name, number]) => [name, formatNumber(number)]),
  );
  return (
    <nav className={classes.bar} aria-label={label}>
      <span className={classes.via}>{t('matrix.page', { ...counts, what: label })}</span>
      <Button
        size="xs"
        variant="default"
        disabled={offset === 0}
        onClick={() => onOffset(offset - MATRIX_SIDE)}
      >
        {t('matrix.before')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={to === total}
        onClick={() => onOffset(offset + MATRIX_SIDE)}
      >
        {t('matrix.after')}
      </Button>
    </nav>
  );
}

interface AccessMatrixProps {
  /** The action and the conditions. */
  readonly values: ExplorerValues;
  /** All buckets the account can see. */
  readonly buckets: readonly string[];
}

/** Which users can do something in which buckets, fifty at a time. */
export function AccessMatrix({ values, buckets }: AccessMatrixProps) {
  const t = useText(explorerText);
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const [firstBucket, setFirstBucket] = useState(0);
  const shown = buckets.slice(firstBucket, firstBucket + MATRIX_SIDE);
  const matrix = useQuery({
    ...matrixQuery({ values, buckets: shown, search, offset }),
    enabled: shown.length > 0,
  });
  if (shown.length === 0) return <p className={classes.via}>{t('matrix.noBuckets')}</p>;
  if (matrix.isLoadingError) return <QueryFailure title={t('matrix.failed')} query={matrix} />;
  if (!matrix.data) return <ListSkeleton rows={6} height={40} />;
  const { users, total } = matrix.data;
  const pathTo = (name: string, bucket: string) => {
    const question = { ...matrix.data.values, kind: 'user' as const, name, bucket };
    return pagePath('accessExplorer', {}, formatSearch(explorerSearch, question));
  };
  return (
    <section aria-label={t('matrix.list')}>
      <div className={classes.bar}>
        <SearchBox
          label={t('matrix.search')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setOffset(0);
          }}
        />
      </div>
      <Pager
        label={t('matrix.buckets')}
        offset={firstBucket}
        total={buckets.length}
        onOffset={setFirstBucket}
      />
      {users.length === 0 ? (
        <p className={classes.via}>{t('matrix.noUsers')}</p>
      ) : (
        <div className={classes.scroll} aria-busy={matrix.isPlaceholderData}>
          <table className={classes.matrix} aria-label={t('matrix.list')}>
            <thead>
              <tr>
                <th scope="col">{t('matrix.user')}</th>
                {matrix.data.buckets.map((bucket) => (
                  <th key={bucket} scope="col" title={visibleName(bucket)}>
                    <Name>{bucket}</Name>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {users.map(({ name, verdicts }) => (
                <tr key={name}>
                  <th scope="row" title={visibleName(name)}>
                    <Name>{name}</Name>
                  </th>
                  {matrix.data.buckets.map((bucket, at) => (
                    <Cell
                      key={bucket}
                      verdict={verdicts[at] ?? 'unknown'}
                      to={pathTo(name, bucket)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager label={t('matrix.users')} offset={offset} total={total} onOffset={setOffset} />
    </section>
  );
}
