import { allText } from '../import/byte-source.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import { wholePart } from '../import/json.ts';
import type { ImportTask } from '../import/profile-reader.ts';

export const LOOKS_LIKE = 'an Apple report (.ips)';

export interface TwoDocuments {
  readonly header: unknown;
  readonly body: unknown;
}

/** Throws LaglensError for files without a JSON body. A cut body gives its whole parts. */
export async function twoDocuments({ source, report }: ImportTask): Promise<TwoDocuments> {
  const text = await allText(source, importLimits.heldBytes);
  const end = text.indexOf('\n');
  const header = parsed(text.slice(0, Math.max(0, end)));
  const rest = text.slice(end + 1);
  if (header === undefined) throw malformed(source.name, LOOKS_LIKE, 'its first line is no JSON');
  if (!/^\s*\{/.test(rest)) throw malformed(source.name, LOOKS_LIKE, 'its body is text, as of a spindump, instead of JSON');
  const whole = parsed(rest);
  if (whole !== undefined) return { header, body: whole };
  const cut = wholePart(rest);
  const body = cut === undefined ? undefined : parsed(cut.text);
  if (body === undefined) throw malformed(source.name, LOOKS_LIKE, 'its body is no JSON');
  report.truncated('within its body');
  return { header, body };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
