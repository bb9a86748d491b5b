import * as vscode from 'vscode';
import { countedLags } from '../../../core/analysis/report/counted-lags.ts';
import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import type { SessionFacts } from '../../../core/analysis/report/session-facts.ts';
import { parseStoredName, shortAppName } from '../../../core/session/file/stored-name.ts';
import type { StoredSession } from '../../../host/capture/library.ts';
import { localized } from '../../surface/localized.ts';
import type { FileDamage, RecordedFacts } from './recorded-facts.ts';

const DAY_MS = 24 * 3600 * 1000;

/** When it was recorded, in milliseconds since 1970: as the file says, else as its name says. */
export function recordedMs({ name, modifiedMs }: Pick<StoredSession, 'name' | 'modifiedMs'>, recorded: RecordedFacts | undefined): number {
  if (recorded?.kind === 'read' && recorded.facts.startedMs > 0) return recorded.facts.startedMs;
  return parseStoredName(name)?.beganMs ?? modifiedMs;
}

/** The app for people: as recorded, else as in the file's name. */
export function appText({ name }: Pick<StoredSession, 'name'>, recorded: RecordedFacts | undefined): string {
  const app = recorded?.kind === 'read' ? recorded.facts.app : '';
  return app || (parseStoredName(name)?.app ?? name);
}

/** `com.example.shop — today 15:00` */
export function sessionTitle(session: StoredSession, recorded: RecordedFacts | undefined, nowMs = Date.now()): string {
  const atMs = recordedMs(session, recorded);
  return vscode.l10n.t('{0} — {1} {2}', appText(session, recorded), dayText(atMs, nowMs), clockText(atMs));
}

/** A session file in a sentence: `shop.Main, today 15:00` for a name that a capture gave, other names as they are. */
export function fileText(name: string, nowMs = Date.now()): string {
  const stored = parseStoredName(name);
  if (stored === undefined) return name;
  return vscode.l10n.t('{0}, {1} {2}', shortAppName(stored.app), dayText(stored.beganMs, nowMs), clockText(stored.beganMs));
}

/** `1:24 · 16 lags · worst 271 ms · This computer`, preceded by what is wrong with the file. */
export function recordedText(recorded: RecordedFacts | undefined): string {
  if (recorded === undefined) return vscode.l10n.t('reading…');
  if (recorded.kind === 'unreadable') return vscode.l10n.t('unreadable: {0}', recorded.why);
  const text = factsText(recorded.facts);
  return recorded.damage === undefined ? text : `${damageText(recorded.damage)} · ${text}`;
}

/** `1:24 · 16 lags · worst 271 ms · 3.2 % of frames late · This computer` */
export function factsText(facts: SessionFacts): string {
  return joined(lengthText(facts.lengthUs), lagsText(facts.lags), worstText(facts), framesText(facts), facts.device);
}

function framesText({ frames }: SessionFacts): string {
  return frames === undefined ? '' : vscode.l10n.t('{0} % of frames late', (frames.jankShare * 100).toFixed(1));
}

/** The same for rows that are 300 px wide, which would cut more: `271 ms · 16 lags`. */
export function narrowText(recorded: RecordedFacts | undefined): string {
  if (recorded?.kind === 'unreadable') return vscode.l10n.t('unreadable');
  if (recorded === undefined) return recordedText(recorded);
  const { facts, damage } = recorded;
  const worst = facts.lags === 0 ? '' : formatDuration(facts.worstUs);
  return joined(damage === undefined ? worst : damageText(damage), lagsText(facts.lags));
}

/** `16 lags · worst 271 ms` */
export function shortFacts(facts: SessionFacts): string {
  return joined(lagsText(facts.lags), worstText(facts));
}

function worstText({ lags, worstUs }: SessionFacts): string {
  return lags === 0 ? '' : vscode.l10n.t('worst {0}', formatDuration(worstUs));
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

export function lagsText(lags: number): string {
  return lags === 0 ? vscode.l10n.t('no lags') : localized(countedLags(lags));
}

/** `1:24`, `1:02:03` */
function lengthText(us: number): string {
  const seconds = Math.round(us / 1e6);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

function damageText(damage: FileDamage): string {
  switch (damage) {
    case 'cut':
      return vscode.l10n.t('cut off');
    case 'damaged':
      return vscode.l10n.t('damaged');
    case 'unread':
      return vscode.l10n.t('partly read');
  }
}

/** The damage in a sentence. */
export function damageSentence(damage: FileDamage): string {
  switch (damage) {
    case 'cut':
      return vscode.l10n.t('The recording was cut off: the file does not end as it should.');
    case 'damaged':
      return vscode.l10n.t('Parts of the file are damaged and left out.');
    case 'unread':
      return vscode.l10n.t('The file unpacks to more than a recording of its size can hold; its end is not read.');
  }
}

/** `15:00`, in the computer's time zone. */
export function clockText(ms: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
}

/** `today`, `yesterday`, `Friday`, `13 November 2026`: the day of a time. */
export function dayText(ms: number, nowMs: number): string {
  const daysAgo = Math.round((dayBegin(nowMs) - dayBegin(ms)) / DAY_MS);
  if (daysAgo === 0) return vscode.l10n.t('today');
  if (daysAgo === 1) return vscode.l10n.t('yesterday');
  if (daysAgo > 1 && daysAgo < 7) return new Intl.DateTimeFormat(vscode.env.language, { weekday: 'long' }).format(ms);
  return new Intl.DateTimeFormat(vscode.env.language, { day: 'numeric', month: 'long', year: 'numeric' }).format(ms);
}

/** Local midnight before a time. */
export function dayBegin(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
