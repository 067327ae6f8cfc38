import { Radio, Skeleton, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { EventTarget } from '@stowage/contract/bucket-admin/events';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { Tag } from '#web/ui/tag.tsx';
import { NothingToChoose } from '../components/nothing-to-choose.tsx';
import { arnsQuery } from './api.ts';
import { eventsText } from './en.ts';
import { kindName, targetOfArn } from './model/event-target.ts';
import classes from './target-picker.module.css';

type TargetPickerProps = GetInputPropsReturnType;

function TargetState({ online }: Pick<EventTarget, 'online'>) {
  const t = useText(eventsText);
  if (online === undefined) return <Tag>{t('subscribe.unknown')}</Tag>;
  return (
    <Tag tone={online ? 'good' : 'bad'}>{t(online ? 'subscribe.online' : 'subscribe.offline')}</Tag>
  );
}

function Choice({ target }: { readonly target: EventTarget }) {
  const { name } = targetOfArn(target.arn);
  return (
    <Radio
      value={target.arn}
      label={
        <span className={classes.choice}>
          <span className={classes.name}>
            {kindName(target.service)}
            {name !== '' && ` · ${name}`}
          </span>
          <TargetState online={target.online} />
          <span className={classes.arn}>{target.arn}</span>
        </span>
      }
    />
  );
}

function NoTargets() {
  const t = useText(eventsText);
  return (
    <NothingToChoose
      title={t('subscribe.noTargets')}
      page="addNotificationEndpoint"
      link={t('subscribe.addTarget')}
    >
      {t('subscribe.noTargetsHow')} {t('subscribe.kinds')}
    </NothingToChoose>
  );
}

/** For accounts that cannot list the targets but may know one. */
function TypedArn({
  input,
  reason,
}: {
  readonly input: TargetPickerProps;
  readonly reason: string;
}) {
  const t = useText(eventsText);
  return (
    <TextInput
      label={t('subscribe.arnTyped')}
      description={reason}
      required
      placeholder="arn:minio:sqs::primary:webhook"
      autoComplete="off"
      spellCheck={false}
      {...input}
    />
  );
}

/** The target of a subscription: one of the server's targets. */
export function TargetPicker(input: TargetPickerProps) {
  const t = useText(eventsText);
  const { data, error } = useQuery(arnsQuery);
  if (error !== null && data === undefined) {
    const refused = error instanceof ApiError && error.code === 'AccessDenied';
    const reason = refused
      ? t('subscribe.arnTypedHint')
      : t('subscribe.arnFailed', { reason: error.message });
    return <TypedArn input={input} reason={reason} />;
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={t('subscribe.loading')}>
        <Skeleton height={92} radius="sm" />
      </div>
    );
  }
  if (data.targets.length === 0) return <NoTargets />;
  return (
    <Radio.Group
      label={t('subscribe.arn')}
      description={t('subscribe.arnHint')}
      required
      {...input}
    >
      <div className={classes.choices}>
        {data.targets.map((target) => (
          <Choice key={target.arn} target={target} />
        ))}
      </div>
      <p className={classes.kinds}>{t('subscribe.kinds')}</p>
    </Radio.Group>
  );
}
