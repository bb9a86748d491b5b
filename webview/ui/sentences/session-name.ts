import { appPackage } from '../../../core/analysis/frames/app-classes.ts';
import { parseStoredName, shortAppName } from '../../../core/session/file/stored-name.ts';
import { formatDay } from '../format.ts';
import { t } from '../translated.ts';

/** A session for people: `shop.Main, today 06:46` for a name that a capture gave, other titles as they are. */
export function sessionName(title: string, nowMs = Date.now()): string {
  const stored = parseStoredName(title);
  return stored === undefined ? title : named(shortAppName(stored.app), stored.beganMs, nowMs);
}

/** With the application id before it, as an opened file may have any name: `com.example.shop · a`. @param app as its process is named */
export function fileNameWithApp(name: string, app: string): string {
  const id = appPackage(app);
  const known = id.slice(id.lastIndexOf('.') + 1);
  return known === '' || name.toLowerCase().includes(known.toLowerCase()) ? name : `${id} · ${name}`;
}

/** The same with the time that the session itself knows. @param recordedMs 0 if unknown */
export function sessionNameAt(title: string, recordedMs: number, nowMs = Date.now()): string {
  if (recordedMs <= 0) return sessionName(title, nowMs);
  const stored = parseStoredName(title);
  return named(stored === undefined ? title : shortAppName(stored.app), recordedMs, nowMs);
}

function named(name: string, atMs: number, nowMs: number): string {
  const at = formatDay(atMs);
  const [day = '', clock = ''] = at.split(' ');
  const isOn = (ms: number): boolean => formatDay(ms).startsWith(day);
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  const when = isOn(nowMs) ? t('today {0}', clock) : isOn(yesterday.getTime()) ? t('yesterday {0}', clock) : at;
  return [name, when].filter((part) => part !== '').join(', ');
}
