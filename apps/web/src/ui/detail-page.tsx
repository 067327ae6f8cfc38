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

/** What the texts of a page about one thing of a list have at least. */
export type DetailPageText = {
  /** The list that it stands in. */
  readonly list: string;
  readonly detail: {
    /** There is no '{{name}}'. */
    readonly gone: string;
    readonly goneText: string;
    /** Leads to the list. */
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
  /** There is nothing of this name: somebody may have deleted it while it was shown. */
  readonly isGone: boolean;
  /** In place of the sections, while there is nothing to show in them. */
  readonly instead?: ReactNode;
  /** Above the sections: facts, and what can be done with it as a whole. */
  readonly above?: ReactNode;
  readonly sections: Readonly<Record<Section, ComponentType<IconProps>>>;
  readonly labelOf: (section: Section) => string;
  readonly pathOf: (section: Section) => string;
  readonly current: NoInfer<Section>;
  /** The open section. */
  readonly children: ReactNode;
}

/** A page about one thing of a list: the way back, what can be done with it, and its sections. */
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
