import type { KnownSession } from './comparable-sessions.ts';
import { recordedMs } from './facts/session-texts.ts';

export interface AppVersion {
  /** '' if the device reported none. */
  readonly version: string;
  readonly paths: readonly string[];
  /** Begin of its first session, in milliseconds since 1970. */
  readonly firstMs: number;
}

/** An app with its versions, the one that was recorded first last. */
export interface AppVersions {
  readonly app: string;
  readonly versions: readonly AppVersion[];
}

/** Readable sessions by app and version; apps by name. */
export function appVersions(sessions: readonly KnownSession[]): readonly AppVersions[] {
  const apps = new Map<string, Map<string, AppVersion>>();
  for (const { session, recorded } of sessions) {
    if (recorded?.kind !== 'read') continue;
    const { app, version } = recorded.facts;
    const versions = apps.get(app) ?? new Map<string, AppVersion>();
    const known = versions.get(version);
    const atMs = recordedMs(session, recorded);
    versions.set(version, {
      version,
      paths: [...(known?.paths ?? []), session.path],
      firstMs: Math.min(known?.firstMs ?? Number.POSITIVE_INFINITY, atMs),
    });
    apps.set(app, versions);
  }
  return [...apps]
    .map(([app, versions]) => ({ app, versions: [...versions.values()].sort((a, b) => b.firstMs - a.firstMs) }))
    .sort((a, b) => (a.app < b.app ? -1 : 1));
}

/** Apps with two versions, without sessions whose version is unknown. */
export function comparableApps(apps: readonly AppVersions[]): readonly AppVersions[] {
  return apps
    .map(({ app, versions }) => ({ app, versions: versions.filter(({ version }) => version !== '') }))
    .filter(({ versions }) => versions.length > 1);
}
