import type { ComponentType } from 'react';
import { lazyPart } from '#web/ui/lazy-part.ts';
import type { SectionProps } from './model/section-props.ts';
import type { SectionId } from './model/sections.ts';

/** The screen of each section; its code is loaded when it is first opened. */
export const SECTION_SCREENS: Readonly<Partial<Record<SectionId, ComponentType<SectionProps>>>> = {
  summary: lazyPart(() => import('./summary/summary-section.tsx'), 'SummarySection'),
  events: lazyPart(() => import('./events/events-section.tsx'), 'EventsSection'),
  replication: lazyPart(
    () => import('./replication/replication-section.tsx'),
    'ReplicationSection',
  ),
  lifecycle: lazyPart(() => import('./lifecycle/lifecycle-section.tsx'), 'LifecycleSection'),
  cors: lazyPart(() => import('./cors/cors-section.tsx'), 'CorsSection'),
  access: lazyPart(() => import('./access-audit/access-audit-section.tsx'), 'AccessAuditSection'),
  prefix: lazyPart(() => import('./access-rules/access-rules-section.tsx'), 'AccessRulesSection'),
  uploads: lazyPart(
    () => import('./incomplete-uploads/incomplete-uploads-section.tsx'),
    'IncompleteUploadsSection',
  ),
};
