/** Apple's shared cache begins here on arm64 and above on x86-64; apps are loaded below, from 4 GiB on. */
const SHARED_CACHE = 0x1_8000_0000;
/** Loaded among the app's own. */
const SYSTEM_NAME = /^(?:dyld(?:_sim)?|lib(?:system_|swift|objc|dispatch|dyld|c\+\+|BacktraceRecording|ViewDebugger).*)$/;

/** A path for a report's bare name, which keeps app and system apart by the load address. Undefined base: the app's. */
export function pathOfName(name: string, base: number | undefined): string {
  const file = name.slice(name.lastIndexOf('/') + 1);
  if (file === '') return '';
  const isApp = !SYSTEM_NAME.test(file) && (base === undefined || base < SHARED_CACHE);
  if (isApp) return `${file}.app/${file}`;
  return /^dyld|\.dylib$/.test(file) ? `/usr/lib/${file}` : `/System/Library/Frameworks/${file}.framework/${file}`;
}

/** Seconds or (KSCrash 3.7) microseconds since 1970, or an ISO text -> microseconds; undefined for others. */
export function wallUsOf(value: unknown): number | undefined {
  if (typeof value === 'number' && value > 1e14 && value < 1e17) return Math.round(value);
  if (typeof value === 'number') return value > 0 && value < 1e11 ? Math.round(value * 1e6) : undefined;
  if (typeof value !== 'string' || value.length > 64) return undefined;
  // Apple writes “2026-03-01 10:00:00.00 +0100”.
  const ms = Date.parse(value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ?([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'));
  return Number.isFinite(ms) && ms > 0 ? ms * 1_000 : undefined;
}

/** An app's name for `SessionBuilder.process`; an unknown one leaves the file's. */
export function named(name: string): { readonly name?: string } {
  return name === '' ? {} : { name };
}
