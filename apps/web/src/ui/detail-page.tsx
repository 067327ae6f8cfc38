import { Button } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { type Messages, useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { Crumbs } from './crumbs.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageBody } from './page-body.tsx';
import { PageHeader } from './page-header.tsx';
import { SectionsLayout } from './section-menu.tsx';

/** The minimum set of texts for the page of a list's item. */
export type DetailPageText = {
  /** Name of the list it belongs to. */
  readonly list: string;
  readonly detail: {
    /** '{{name}}' does not exist. */
    readonly gone: string;
    readonly goneText: string;
    /** Links to the list. */
    readonly back: string;
    /** Says whose sections they are. */
    readonly menu: string;
  };
};

interface DetailPageProps<Section extends string> {
  readonly text: Messages<DetailPageText>;
  readonly name: string;
  readonly icon: ComponentType<IconProps>;
  /** The page of the list. */
  readonly listPath: string;
  /** The item does not exist: it may have been deleted while it was shown. */
  readonly isGone: boolean;
  /** Replaces the sections while they have no content. */
  readonly instead?: ReactNode;
  /** Shown above the sections: properties, and actions for the whole item. */
  readonly above?: ReactNode;
  readonly sections: Readonly<Record<Section, ComponentType<IconProps>>>;
  readonly labelOf: (section: Section) => string;
  readonly pathOf: (section: Section) => string;
  readonly current: NoInfer<Section>;
  /** The open section. */
  readonly children: ReactNode;
}

/** The page of a list's item: a link back, its actions, and its sections. */
export function DetailPage<Section extends string>(props: DetailPageProps<Section>) {
  const { text, name, icon: Icon, listPath, pathOf, labelOf } = props;
  const t = useText(text);
  const ids = Object.keys(props.sections) as Section[];
  const [first = props.current] = ids;

  function content(): ReactNode {
    if (props.isGone) {
      return (
        <EmptyState
          icon={<Icon size={24} stroke={1.6} aria-hidden />}
          title={t('detail.gone', { name })}
          action={
            <Button variant="default" component={RouterLink} to={listPath}>
              {t('detail.back')}
            </Button>
          }
        >
          <p>{t('detail.goneText')}</p>
        </EmptyState>
      );
    }
    return (
      <>
        {props.above}
        {props.instead ?? (
          <SectionsLayout
            label={t('detail.menu')}
            sections={ids.map((id) => ({
              id,
              label: labelOf(id),
              icon: props.sections[id],
              to: pathOf(id),
            }))}
            current={props.current}
          >
            {props.children}
          </SectionsLayout>
        )}
      </>
    );
  }

  return (
    <>
      <PageHeader
        title={name}
        documentTitle={`${name} · ${t('list')}`}
        heading={
          <Crumbs
            start={{
              name: t('list'),
              to: listPath,
              icon: <Icon size={18} stroke={1.6} aria-hidden />,
            }}
            below={[{ name, to: pathOf(first) }]}
          />
        }
      />
      <PageBody>{content()}</PageBody>
    </>
  );
}
