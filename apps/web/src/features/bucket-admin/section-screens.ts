import { type ComponentType, lazy } from 'react';
import type { SectionProps } from './model/section-props.ts';
import type { SectionId } from './model/sections.ts';

/** The screen of each section; its code is loaded when it is first opened. */
export const SECTION_SCREENS: Readonly<Partial<Record<SectionId, ComponentType<SectionProps>>>> = {
  summary: lazy(() =>
    import('./summary/summary-section.tsx').then((loaded) => ({ default: loaded.SummarySection })),
  ),
  events: lazy(() =>
    import('./events/events-section.tsx').then((loaded) => ({ default: loaded.EventsSection })),
  ),
  replication: lazy(() =>
    import('./replication/replication-section.tsx').then((loaded) => ({
      default: loaded.ReplicationSection,
    })),
  ),
  lifecycle: lazy(() =>
    import('./lifecycle/lifecycle-section.tsx').then((loaded) => ({
      default: loaded.LifecycleSection,
    })),
  ),
  access: lazy(() =>
    import('./access-audit/access-audit-section.tsx').then((loaded) => ({
      default: loaded.AccessAuditSection,
    })),
  ),
  prefix: lazy(() =>
    import('./access-rules/access-rules-section.tsx').then((loaded) => ({
      default: loaded.AccessRulesSection,
    })),
  ),
};
