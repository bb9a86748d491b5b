import { reportLimits } from './field-report.ts';

declare const cleaned: unique symbol;
/** A text that only the functions of this file make: no name, serial, account or path of a person is in it. */
export type Cleaned = string & { readonly [cleaned]: true };
/** An observation as probes make it. */
export type CleanedSeen = Readonly<Record<string, number | boolean | Cleaned | readonly Cleaned[]>>;

/** Words of answers to any command: AOSP's shell, toybox, run-as, am, pm, cmd. */
const commonWords = words(`
  Error Exception error exception failed failure Failure Unknown unknown not found No no such file or directory
  Permission Denial denied permission Operation permitted inaccessible usage Usage usage Bad bad invalid Invalid command option
  argument device service Service Can find t is the of to a in for read open write exec cannot can failed system user users
  null true false java lang android os app com net process Process package debuggable run as su root shell sh
`);

/** A text of letters, digits and usual punctuation of versions and product names; empty for others. */
export function versionText(text: string): Cleaned {
  const trimmed = text.trim();
  return mark(/^[A-Za-z]{0,12} ?v?\d[\d.]{0,24}(?:-android\d{1,3})?$/.test(trimmed) ? trimmed : '');
}

/** Of a kernel, without the build's own part. */
export function kernelVersion(text: string): Cleaned {
  return mark(/^\d{1,3}\.\d{1,4}(?:\.\d{1,4})?(?:-android\d{1,3})?/.exec(text.trim())?.[0] ?? '');
}

/** `2026-03-05`. */
export function dayText(text: string): Cleaned {
  return mark(/^\d{4}-\d\d-\d\d$/.test(text.trim()) ? text.trim() : '');
}

/**
 * A product's name. Makers write it, so it may be of any form; `secrets` are texts that it has to lack.
 * @param secrets such as the serial
 */
export function productName(text: string, secrets: readonly string[]): Cleaned {
  const trimmed = text.trim();
  const isUsual = /^[A-Za-z][A-Za-z0-9 +._()/-]{0,39}$/.test(trimmed) && !/@|\d{6}/.test(trimmed);
  const low = trimmed.toLowerCase();
  const isSecret = secrets.some(
    (secret) => secret.length > 2 && (low.includes(secret.toLowerCase()) || secret.toLowerCase().includes(low)),
  );
  return mark(isUsual && !isSecret ? trimmed : '');
}

/** One of `known`, else `other`. */
export function knownWord(text: string, known: readonly string[]): Cleaned {
  return mark(known.includes(text) ? text : 'other');
}

/** Those of `known` that are there. */
export function knownWords(found: Iterable<string>, known: readonly string[]): readonly Cleaned[] {
  const all = new Set(found);
  return known.filter((each) => all.has(each)).map(mark);
}

/**
 * The form of an output's first lines: each word that is no word of the platform becomes `name`, each digit 1, each other letter `?`.
 * @param platform words of the command's own output, in a text
 */
export function outline(output: string, platform = '', lines = 4): readonly Cleaned[] {
  const allowed = new Set([...commonWords, ...words(platform)]);
  const kept = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  return kept.slice(0, Math.min(lines, reportLimits.seenLines)).map((line) => mark(outlineOf(line, allowed)));
}

function outlineOf(line: string, allowed: ReadonlySet<string>): string {
  const plain = line
    .slice(0, 4 * reportLimits.seenText)
    .replaceAll('\t', ' ')
    .replace(/[^\x20-\x7e]/g, '?');
  const named = plain.replace(/[A-Za-z0-9_$]+/g, (run) => {
    if (allowed.has(run)) return run;
    if (/^\d+$/.test(run)) return run.replace(/\d/g, '1');
    return /^[A-Z]/.test(run) ? 'Name' : 'name';
  });
  return named.slice(0, reportLimits.seenText);
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function mark(text: string): Cleaned {
  return text as Cleaned;
}
