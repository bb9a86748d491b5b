import { allText } from '../import/byte-source.ts';
import { damaged } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import { jsonIn, wholePart } from '../import/json.ts';
import type { ImportTask } from '../import/profile-reader.ts';

export const LOOKS_LIKE = 'an Apple report (.ips)';

/** A header, and a body as JSON or as text. */
export type TwoDocuments = { readonly header: unknown } & ({ readonly body: unknown } | { readonly text: string });

/** Throws LaglensError for other files. A cut body gives its whole parts; a text may have no header. */
export async function twoDocuments({ source, report }: ImportTask): Promise<TwoDocuments> {
  const text = await allText(source, importLimits.heldBytes, report);
  const end = text.indexOf('\n');
  const header = parsed(text.slice(0, Math.max(0, end)));
  if (header === undefined && text.startsWith('{')) throw damaged(source.name, LOOKS_LIKE, 'its first line is no JSON');
  const rest = header === undefined ? text : text.slice(end + 1);
  if (!/^\s*\{/.test(rest)) return { header, text: rest };
  const whole = parsed(rest);
  if (whole !== undefined) return { header, body: whole };
  const cut = wholePart(rest);
  const body = cut === undefined ? undefined : parsed(cut.text);
  if (body === undefined) throw damaged(source.name, LOOKS_LIKE, 'its body is no JSON');
  report.truncated('within its body');
  return { header, body };
}

function parsed(text: string): unknown {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
