import type { RouteModule } from '../../plugins/contract-routes.ts';
import { attentionRoutes } from './attention.ts';
import { infoRoutes } from './info.ts';
import type { DashboardParts } from './parts.ts';
import { usageRoutes } from './usage.ts';

/** The dashboard: current figures, history, and what needs attention. */
export function dashboardRoutes(parts: DashboardParts): RouteModule {
  const modules = [infoRoutes(parts), usageRoutes(parts), attentionRoutes(parts)];
  return (routes) => {
    for (const module of modules) module(routes);
  };
}
