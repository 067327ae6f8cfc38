import { Button, Menu, Skeleton } from '@mantine/core';
import { completePolicy } from '@stowage/domain/policy/completion';
import {
  BUCKET_POLICY_TEMPLATES,
  POLICY_TEMPLATES,
  type PolicyTemplate,
  policyTemplateText,
} from '@stowage/domain/policy/templates';
import {
  IconAlertTriangle,
  IconCircleX,
  IconFileText,
  IconIndentIncrease,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useId, useMemo, useRef } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { readableJson } from '#web/lib/json/readable-json.ts';
import type { CodeEditorHandle } from '#web/ui/code-editor.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { policyEditorText } from './en.ts';
import classes from './policy-editor.module.css';
import { type PlacedFinding, policyFindings } from './policy-text.ts';

const CodeEditor = lazyPart(() => import('#web/ui/code-editor.tsx'), 'CodeEditor');

export interface PolicyEditorProps {
  /** Label that identifies the policy. */
  readonly label: string;
  /** The policy text, JSON. */
  readonly value: string;
  /** The bucket for a bucket policy; omitted for a policy of users, groups or keys. */
  readonly bucket?: string;
  readonly onChange: (text: string) => void;
  readonly readOnly?: boolean;
  /** Shown below the editor: why the policy cannot be submitted. */
  readonly error?: string | undefined;
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
const noBuckets: readonly string[] = [];

function useBucketNames(enabled: boolean): readonly string[] | undefined {
  const { data } = useQuery({ ...bucketsQuery, enabled });
  return useMemo(() => data?.buckets.map(({ name }) => name), [data]);
}

interface ToolsProps {
  readonly value: string;
  readonly templates: readonly PolicyTemplate[];
  readonly textOf: (template: PolicyTemplate) => string;
  readonly onChange: (text: string) => void;
}

function Tools({ value, templates, textOf, onChange }: ToolsProps) {
  const t = useText(policyEditorText);
  return (
    <div className={classes.tools}>
      <Menu position="bottom-start" transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconFileText {...icon} />}>
            {t('template.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.map((name) => (
            <Menu.Item key={name} onClick={() => onChange(textOf(name))}>
              {t(`template.${name}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconIndentIncrease {...icon} />}
        disabled={readableJson(value) === value}
        onClick={() => onChange(readableJson(value))}
      >
        {t('format')}
      </Button>
    </div>
  );
}

interface FindingsProps {
  readonly id: string;
  readonly findings: readonly PlacedFinding[];
  readonly onOpen: (finding: PlacedFinding) => void;
}

/** The findings for the text, each linking to its line. */
function Findings({ id, findings, onOpen }: FindingsProps) {
  const t = useText(policyEditorText);
  const count = (kind: PlacedFinding['kind']) => findings.filter((one) => one.kind === kind).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const sum = [
    ...(errors > 0 ? [t('errors', { count: errors })] : []),
    ...(warnings > 0 ? [t('warnings', { count: warnings })] : []),
  ].join(', ');
  return (
    <div className={classes.findings}>
      <p id={id} role="status" className={classes.sum}>
        {sum === '' ? t('noFindings') : sum}
      </p>
      {findings.length > 0 && (
        <ul className={classes.list} aria-label={t('findings')}>
          {findings.map((finding) => (
            <li key={`${finding.place.line} ${finding.message}`}>
              <button
                type="button"
                className={classes.finding}
                data-tone={finding.kind}
                onClick={() => onOpen(finding)}
              >
                {finding.kind === 'error' ? (
                  <IconCircleX {...icon} />
                ) : (
                  <IconAlertTriangle {...icon} />
                )}
                <span className={classes.line}>{t('line', { line: finding.place.line })}</span>
                <span className={classes.message}>{finding.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the templates for IAM policies and for bucket policies. */
function templatesFor(bucket: string | undefined, first: string | undefined) {
  const name = bucket ?? first ?? 'my-bucket';
  return {
    templates: bucket === undefined ? POLICY_TEMPLATES : BUCKET_POLICY_TEMPLATES,
    textOf: (template: PolicyTemplate) =>
      policyTemplateText(template, name, new Date(), bucket !== undefined),
  };
}

/**
 * The editor for policies of users, groups or keys, or of a bucket. It knows the policy language:
 * it completes actions, resources and conditions, and marks errors and probable mistakes at their
 * lines.
 */
export function PolicyEditor({
  label,
  value,
  bucket,
  onChange,
  readOnly = false,
  error,
}: PolicyEditorProps) {
  const t = useText(policyEditorText);
  const editor = useRef<CodeEditorHandle>(null);
  const id = useId();
  const buckets = useBucketNames(bucket === undefined);
  // A large policy is checked slightly behind the typing.
  const judged = useDeferredValue(value);
  const findings = useMemo(
    () => policyFindings(judged, { buckets, bucket }),
    [judged, buckets, bucket],
  );
  const marks = useMemo(
    () => findings.map(({ kind, place }) => ({ line: place.line, tone: kind })),
    [findings],
  );
  return (
    <div className={classes.editor}>
      {!readOnly && (
        <Tools value={value} {...templatesFor(bucket, buckets?.[0])} onChange={onChange} />
      )}
      <Suspense fallback={<Skeleton height={280} radius="sm" />}>
        <CodeEditor
          ref={editor}
          label={label}
          value={value}
          onChange={onChange}
          readOnly={readOnly}
          marks={marks}
          describedBy={id}
          complete={(text, offset) =>
            completePolicy(text, offset, { buckets: buckets ?? noBuckets, bucket })
          }
        />
      </Suspense>
      {error !== undefined && <p className={classes.error}>{error}</p>}
      {value.trim() !== '' && (
        <Findings id={id} findings={findings} onOpen={({ place }) => editor.current?.goTo(place)} />
      )}
      {!readOnly && <p className={classes.keys}>{t('keys')}</p>}
    </div>
  );
}
