import { Button, Group, Stack } from '@mantine/core';
import type { TierType } from '@stowage/contract/tiers';
import { IconStack2 } from '@tabler/icons-react';
import { useRefusals } from '#web/entities/identity/use-refusals.ts';
import { ApiError, detailOf } from '#web/lib/api/api-error.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { useGo, useRouteParams } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { BackHeader } from '#web/ui/back-header.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorBanner } from '#web/ui/error-banner.tsx';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { Form, SubmitButton } from '#web/ui/form/form.tsx';
import { useUnsavedGuard } from '#web/ui/form/unsaved-guard.ts';
import { UnsavedQuestion } from '#web/ui/form-dialog.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { useAddTier } from './api.ts';
import { credentialSpecs } from './credential-specs.ts';
import { tiersText } from './en.ts';
import {
  draftErrors,
  emptyDraft,
  type TierDraft,
  tierBody,
  withUpperName,
} from './model/tier-draft.ts';
import { DEFAULT_KIND, isTierType, tierKind } from './model/tier-kinds.ts';
import classes from './tier-form-page.module.css';

function specsOf(
  service: TierType,
  t: Translate<(typeof tiersText)['english']>,
): readonly FieldSpec<TierDraft>[] {
  const text = (name: 'endpoint' | 'bucket' | 'region'): FieldSpec<TierDraft> => ({
    kind: 'text',
    name,
    label: t(`field.${name}`),
  });
  const bucket = { ...text('bucket'), description: t('field.bucketAtAzure') };
  const about = (name: 'name' | 'prefix' | 'storageclass'): FieldSpec<TierDraft> => ({
    kind: 'text',
    name,
    label: t(`field.${name}`),
    description: t(`field.${name}About`),
  });
  return [
    about('name'),
    text('endpoint'),
    // The specs need only the values of a draft.
    ...(credentialSpecs(service, t) as readonly FieldSpec<TierDraft>[]),
    service === 'azure' ? bucket : text('bucket'),
    about('prefix'),
    text('region'),
    ...(tierKind(service).credentials === 'keys' ? [about('storageclass')] : []),
  ];
}

/** The form of a tier of one type; it is reset for another type. */
export function TierFormPage() {
  const { service } = useRouteParams('addTierService');
  return isTierType(service) ? <TierForm key={service} service={service} /> : <NoSuchKind />;
}

/** An address without a type gets the most common one. */
function NoSuchKind() {
  const t = useText(tiersText);
  const { service, name } = DEFAULT_KIND;
  return (
    <>
      <BackHeader
        title={t('add.title')}
        back={{ label: t('form.back'), to: pagePath('addTier') }}
      />
      <PageBody>
        <EmptyState
          icon={<IconStack2 size={24} stroke={1.6} />}
          title={t('add.unknown')}
          action={
            <Button
              variant="default"
              component={RouterLink}
              to={pagePath('addTierService', { service })}
            >
              {t('form.title', { name })}
            </Button>
          }
        >
          <p>{t('add.unknownText')}</p>
        </EmptyState>
      </PageBody>
    </>
  );
}

function TierForm({ service }: { readonly service: TierType }) {
  const t = useText(tiersText);
  const go = useGo();
  const add = useAddTier();
  const refusal = useRefusals()('admin:SetTier');
  const form = useDraftForm({
    state: service,
    valuesOf: emptyDraft,
    errorsOf: (draft) =>
      draftErrors(service, draft, {
        required: (field) => t(`required.${field}`),
        name: () => t('nameRules'),
        endpoint: () => t('endpointRules'),
      }),
    follow: withUpperName,
  });
  const guard = useUnsavedGuard(form, true, false);
  const title = t('form.title', { name: tierKind(service).name });

  const submit = () => {
    const { name } = form.values;
    add.mutate(tierBody(service, form.values), {
      onSuccess: () => {
        guard.onSent();
        showMessage(t('form.done', { name }));
        go(pagePath('tiers'));
      },
      onError: (error) => {
        const field = error instanceof ApiError ? error.field?.split('.').at(-1) : undefined;
        if (field !== undefined) form.refuse(field, detailOf(error) || error.message);
      },
    });
  };

  return (
    <>
      <BackHeader title={title} back={{ label: t('form.back'), to: pagePath('addTier') }} />
      <PageBody>
        <Form className={classes.form ?? ''} form={form} busy={add.isPending} onSubmit={submit}>
          <Stack gap="lg">
            {add.error !== null && (
              <ErrorBanner
                key={add.submittedAt}
                inView
                unfolded
                message={`${t('form.notAdded')}: ${add.error.message}`}
                detail={detailOf(add.error)}
                onClose={add.reset}
              />
            )}
            <fieldset className={classes.fields} disabled={add.isPending}>
              <Stack gap="lg">
                <FieldList specs={specsOf(service, t)} fields={form} />
              </Stack>
            </fieldset>
            <p className={classes.note}>{t('form.saving')}</p>
            {guard.question ? (
              <UnsavedQuestion {...guard.question} />
            ) : (
              <Group justify="flex-end" gap="sm">
                <Button variant="default" onClick={() => guard.leave(() => go(pagePath('tiers')))}>
                  {t('form.cancel')}
                </Button>
                <SubmitButton missing={refusal ?? form.missing} loading={add.isPending}>
                  {t('form.save')}
                </SubmitButton>
              </Group>
            )}
          </Stack>
        </Form>
      </PageBody>
    </>
  );
}
