import * as vscode from 'vscode';
import { bandOf } from '../../core/analysis/lags/lag.ts';
import { shortAppName } from '../../core/session/file/stored-name.ts';
import type { StoredSession } from '../../host/capture/library.ts';
import { commandId } from '../contributions/commands.ts';
import type { RecordedFacts } from '../sessions/facts/recorded-facts.ts';
import {
  appText,
  clockText,
  damageSentence,
  dayBegin,
  dayText,
  factsText,
  narrowText,
  recordedMs,
  recordedText,
} from '../sessions/facts/session-texts.ts';
import type { ShownRow, TreeRow } from '../surface/trees.ts';
import { sparkline } from './sparkline.ts';

/** A stored session and what is known of it. */
export interface ListedSession {
  readonly session: StoredSession;
  readonly recorded: RecordedFacts | undefined;
  readonly isBaseline: boolean;
}

/** Texts of an app in its rows. */
export interface ListedApp {
  /** As long as it must be to differ from other apps, as rows are narrow. */
  readonly shortName: string;
  /** Worst lags of its sessions as blocks, '' for none. */
  readonly trend: string;
}

export class SessionRow implements TreeRow {
  readonly session: StoredSession;
  readonly shown: ShownRow;

  constructor({ session, recorded, isBaseline }: ListedSession, { shortName, trend }: ListedApp) {
    const text = narrowText(recorded);
    this.session = session;
    this.shown = {
      id: session.path,
      label: `${clockText(recordedMs(session, recorded))} ${shortName}`,
      description: isBaseline ? vscode.l10n.t('baseline · {0}', text) : text,
      details: detailsOf({ session, recorded, isBaseline }, trend),
      kind: `session${session.isPinned ? '.pinned' : ''}${isBaseline ? '.baseline' : ''}`,
      command: commandId('openStored'),
      ...iconOf(recorded, isBaseline ? 'compare-changes' : session.isPinned ? 'pinned' : 'pulse'),
    };
  }
}

/** A day and its sessions. */
export class DayRow implements TreeRow {
  readonly shown: ShownRow;
  readonly sessions: readonly SessionRow[];

  /** @param listed newest first, all of the day that begins then */
  constructor(beginMs: number, nowMs: number, listed: readonly ListedSession[], apps: ReadonlyMap<string, ListedApp>) {
    const day = dayText(beginMs, nowMs);
    const label = day.slice(0, 1).toLocaleUpperCase(vscode.env.language) + day.slice(1);
    const chart = sparkline(worstLags(listed));
    const count = listed.length === 1 ? vscode.l10n.t('1 session') : vscode.l10n.t('{0} sessions', listed.length);
    this.shown = {
      id: `day ${beginMs}`,
      label,
      description: [count, chart].filter((part) => part !== '').join(' · '),
      details: chart === '' ? `${label}: ${count}` : vscode.l10n.t('{0}: {1}\nWorst lags, oldest first: {2}', label, count, chart),
      kind: 'day',
      children: 'expanded',
    };
    this.sessions = listed.map((each) => {
      const app = appText(each.session, each.recorded);
      return new SessionRow(each, apps.get(app) ?? { shortName: app, trend: '' });
    });
  }
}

/** Days with their sessions, newest first. */
export function dayRows(listed: readonly ListedSession[], nowMs: number): readonly DayRow[] {
  const sorted = listed.toSorted((a, b) => recordedMs(b.session, b.recorded) - recordedMs(a.session, a.recorded));
  const byApp = grouped(sorted, ({ session, recorded }) => appText(session, recorded));
  const shortNames = grouped([...byApp.keys()], shortAppName);
  const apps = new Map(
    [...byApp].map(([app, sessions]): [string, ListedApp] => {
      const short = shortAppName(app);
      return [app, { shortName: shortNames.get(short)?.length === 1 ? short : app, trend: sparkline(worstLags(sessions)) }];
    }),
  );
  const byDay = grouped(sorted, ({ session, recorded }) => dayBegin(recordedMs(session, recorded)));
  return [...byDay].map(([beginMs, sessions]) => new DayRow(beginMs, nowMs, sessions, apps));
}

/** In the order of their first members; `Map.groupBy` is missing in the oldest Node of VS Code. */
function grouped<Value, Key>(listed: readonly Value[], keyOf: (of: Value) => Key): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const each of listed) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

/** True if each word of the search is in the row. */
export function isFound({ session, recorded }: ListedSession, search: string): boolean {
  const text = `${appText(session, recorded)} ${recordedText(recorded)} ${session.name}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Oldest first, of sessions that can be read. @param listed newest first */
function worstLags(listed: readonly ListedSession[]): readonly number[] {
  return listed.flatMap(({ recorded }) => (recorded?.kind === 'read' ? [recorded.facts.worstUs] : [])).reverse();
}

function detailsOf({ session, recorded, isBaseline }: ListedSession, trend: string): string {
  const atMs = recordedMs(session, recorded);
  const when = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full', timeStyle: 'medium', hourCycle: 'h23' }).format(atMs);
  const damage = recorded?.kind === 'read' ? recorded.damage : undefined;
  const lines = [
    appText(session, recorded),
    when,
    recorded?.kind === 'read' ? factsText(recorded.facts) : recordedText(recorded),
    damage === undefined ? '' : damageSentence(damage),
    trend === '' ? '' : vscode.l10n.t('Worst lags of this app’s sessions, oldest first: {0}', trend),
    session.isPinned ? vscode.l10n.t('Pinned: it is kept.') : '',
    isBaseline ? vscode.l10n.t('Other sessions are compared with this one.') : '',
    `${session.name}.laglens · ${sizeText(session.bytes)}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function sizeText(bytes: number): string {
  return bytes < 1 << 20 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / (1 << 20)).toFixed(1)} MB`;
}

/** The colour is that of the worst lag's severity. */
function iconOf(recorded: RecordedFacts | undefined, icon: string): Pick<ShownRow, 'icon' | 'color'> {
  if (recorded?.kind === 'unreadable') return { icon: 'error', color: 'list.errorForeground' };
  if (recorded?.damage !== undefined) return { icon: 'warning', color: 'list.warningForeground' };
  return recorded === undefined ? { icon } : { icon, color: severityColor(recorded.facts.worstUs) };
}

function severityColor(worstUs: number): string {
  if (worstUs === 0) return 'charts.green';
  switch (bandOf(worstUs)) {
    case 'anr':
    case 'longHang':
      return 'charts.red';
    case 'hang':
      return 'charts.orange';
    case 'hitch':
    case 'load':
      return 'charts.yellow';
  }
}
