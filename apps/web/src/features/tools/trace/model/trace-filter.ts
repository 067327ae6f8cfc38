import { TRACE_CALLS, type TraceCalls } from '@stowage/contract/tools/trace';
import { type SearchFields, textField } from '#web/lib/router/search.ts';

/** The trace options in the address. */
export interface TraceFilter {
  readonly statusCode: string;
  readonly method: string;
  readonly funcname: string;
  readonly path: string;
  /** Milliseconds. */
  readonly threshold: string;
  readonly errors: boolean;
  /** 'all', or the selected kinds. */
  readonly calls: 'all' | readonly TraceCalls[];
}

const NONE = 'none';

export const traceSearch: SearchFields<TraceFilter & { readonly call: string }> = {
  statusCode: textField,
  method: textField,
  funcname: textField,
  path: textField,
  threshold: textField,
  errors: { parse: (text) => text === 'yes', format: (value) => (value ? 'yes' : '') },
  calls: {
    parse(text) {
      if (text === '') return ['s3'];
      const named = text.split(',');
      return text === 'all' ? 'all' : TRACE_CALLS.filter((call) => named.includes(call));
    },
    format(calls) {
      const text = calls === 'all' ? calls : calls.join(',');
      if (text === '') return NONE;
      return text === 's3' ? '' : text;
    },
  },
  /** The call whose details are open, by row number. */
  call: textField,
};

/** Returns the fields the server would reject, with their error texts. */
export function filterErrors({
  statusCode,
  threshold,
}: TraceFilter): readonly ('statusCode' | 'threshold')[] {
  return [
    ...(statusCode === '' || /^[1-5]\d\d$/.test(statusCode) ? [] : ['statusCode' as const]),
    ...(threshold === '' || /^\d{1,9}(\.\d{1,3})?$/.test(threshold) ? [] : ['threshold' as const]),
  ];
}

/** Returns the query of the stream. */
export function traceQuery(filter: TraceFilter) {
  const { statusCode, method, funcname, path, threshold, errors, calls } = filter;
  const given = Object.entries({ statusCode, method, funcname, path, threshold });
  return {
    calls: calls === 'all' ? calls : calls.join(','),
    onlyErrors: errors ? ('yes' as const) : ('no' as const),
    ...Object.fromEntries(given.filter(([, value]) => value !== '')),
  };
}
