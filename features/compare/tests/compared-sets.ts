import type { AppClasses } from '../../../protocol/page-protocol.ts';
import { diffFiles, readCapture } from '../extension/diff-files.ts';

/** What VS Code's thread answers to the page of two sets of sessions. */
export async function comparedSets(
  session: string,
  other: string,
  settings: { readonly thresholdUs: number; readonly appClasses: AppClasses },
): Promise<string> {
  for (const path of [session, other]) await readCapture({ path, name: path, ...settings });
  return JSON.stringify(diffFiles({ before: [other], now: [session], thresholdUs: settings.thresholdUs }));
}
