import type { Finding } from '@stowage/contract/dashboard/attention';
import { ROUTES, type RouteName } from '@stowage/contract/pages';
import { kindOfService } from '@stowage/domain/notification-targets/target-kinds';
import { formatAge } from '#web/lib/format/ages.ts';
import { formatCount, formatPercent } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { formatSearch, textField } from '#web/lib/router/search.ts';
import type { dashboardText } from '../en.ts';

export type DashboardText = Translate<(typeof dashboardText)['english']>;

/** The text of a finding, and its numbers. */
export interface FindingWords {
  readonly title: string;
  readonly note: string;
}

const usage = (used: number, total: number) => ({
  percent: formatPercent(used / total),
  used: formatSize(used),
  total: formatSize(total),
});

/** Describes a finding. Names are sanitised when they are inserted. */
export function findingWords(t: DashboardText, finding: Finding): FindingWords {
  const words = (note: string, values: Record<string, string>): FindingWords => ({
    title: t(`finding.${finding.kind}`, values),
    note,
  });
  switch (finding.kind) {
    case 'serverOffline':
      return words(t('finding.state', { state: finding.state }), { server: finding.server });
    case 'driveOffline': {
      const { state, server, drive } = finding;
      return words(t('finding.stateOn', { state, server }), { drive });
    }
    case 'driveHealing':
      return words(t('finding.on', { server: finding.server }), { drive: finding.drive });
    case 'driveFull': {
      const { used, total, drive } = finding;
      return words(t('finding.used', usage(used, total)), { drive });
    }
    case 'replicationBehind': {
      const { pending, failed, pendingBytes, failedBytes, bucket } = finding;
      const values = {
        pending: formatCount(pending),
        pendingBytes: formatSize(pendingBytes),
        failed: formatCount(failed),
        failedBytes: formatSize(failedBytes),
      };
      return words(t('finding.behind', values), { bucket });
    }
    case 'replicationTargetOffline': {
      const { endpoint, bucket } = finding;
      return words(endpoint === '' ? '' : t('finding.at', { endpoint }), { bucket });
    }
    case 'notificationTargetOffline':
      return words('', { target: `${finding.service}:${finding.id}` });
    case 'bucketQuota': {
      const { used, quota, bucket } = finding;
      return words(t('finding.used', usage(used, quota)), { bucket });
    }
    case 'accessKeyExpires': {
      const { accessKey, name, owner, expiresAt } = finding;
      return words(expiry(t, expiresAt), { key: name || accessKey, owner });
    }
    case 'certificateExpires':
      return words(`${expiry(t, finding.expiresAt)}. ${t(`finding.renew.${finding.of}`)}`, {
        ...{ host: finding.host, subject: finding.subject },
      });
  }
}

function expiry(t: DashboardText, expiresAt: string): string {
  const key = Date.parse(expiresAt) < Date.now() ? 'finding.expired' : 'finding.expires';
  return t(key, { age: formatAge(expiresAt) });
}

interface Target {
  readonly page: RouteName;
  readonly path: string;
}

const filtered = (filter: string) => formatSearch({ filter: textField }, { filter });

/** Returns the page for looking into a finding; none if no page can help. */
function targetOf(finding: Finding): Target | undefined {
  switch (finding.kind) {
    case 'serverOffline':
    case 'driveFull':
      return { page: 'dashboard', path: pagePath('dashboard', {}, '?tab=status') };
    case 'driveOffline':
    case 'driveHealing':
      return { page: 'healing', path: pagePath('healing') };
    case 'replicationBehind':
    case 'replicationTargetOffline':
    case 'bucketQuota': {
      const rest = finding.kind === 'bucketQuota' ? 'summary' : 'replication';
      const params = { bucketName: finding.bucket, rest };
      return { page: 'bucketAdmin', path: pagePath('bucketAdmin', params) };
    }
    case 'notificationTargetOffline': {
      // The page is addressed by the configuration's name, and exists for the kinds that have a
      // form.
      const kind = kindOfService(finding.service);
      const params = kind && { service: kind.subsystem, targetName: finding.id };
      return (
        params && { page: 'notificationEndpoint', path: pagePath('notificationEndpoint', params) }
      );
    }
    case 'accessKeyExpires':
      return { page: 'keysReport', path: pagePath('keysReport', {}, filtered(finding.accessKey)) };
    case 'certificateExpires':
      return undefined;
  }
}

/** Returns the address that a finding links to; undefined if the session cannot open it. */
export function findingPath(finding: Finding, pages: readonly string[]): string | undefined {
  const target = targetOf(finding);
  return target && pages.includes(ROUTES[target.page].pattern) ? target.path : undefined;
}
