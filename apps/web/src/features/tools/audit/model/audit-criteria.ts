import { AUDIT_FILTERS, AUDIT_ORDERS, type AuditFilterName } from '@stowage/contract/tools/audit';
import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';

const CALLERS = ['all', 'others'] as const;

/** The search criteria, kept in the address. */
export type AuditCriteria = Readonly<Record<AuditFilterName, string>> & {
  /** ISO 8601; '' for a day before the end. */
  readonly start: string;
  /** ISO 8601; '' for now. */
  readonly end: string;
  readonly order: (typeof AUDIT_ORDERS)[number];
  /** Whose calls; 'others' excludes those of the console. */
  readonly callers: (typeof CALLERS)[number];
};

const instantField = {
  parse: (text: string) => (Number.isNaN(Date.parse(text)) ? '' : new Date(text).toISOString()),
  format: (instant: string) => instant,
};

export const auditAddress: SearchFields<AuditCriteria> = {
  start: instantField,
  end: instantField,
  order: choiceField(AUDIT_ORDERS),
  callers: choiceField(CALLERS),
  bucket: textField,
  object: textField,
  api_name: textField,
  request_id: textField,
  user_agent: textField,
  response_status: textField,
  account: textField,
};

/** Returns the filters of a request. An open end is fixed to `now`, so that pages do not shift. */
export function rangeQuery(criteria: AuditCriteria, now: number) {
  const fp = AUDIT_FILTERS.filter((name) => criteria[name] !== '').map(
    (name) => `${name}:${criteria[name]}`,
  );
  return {
    ...(fp.length > 0 && { fp }),
    ...(criteria.callers === 'others' && { withoutConsole: 'true' as const }),
    ...(criteria.start !== '' && { timeStart: criteria.start }),
    timeEnd: criteria.end || new Date(now).toISOString(),
  };
}

/** Escapes a value for use as a literal pattern. */
export function literalPattern(value: string): string {
  return value.replace(/[*.\\]/g, '\\$&');
}
