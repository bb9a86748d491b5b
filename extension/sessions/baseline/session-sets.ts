import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { LaglensError } from '../../../core/errors.ts';

/** A session file of a comparison. */
export interface SetSession {
  readonly path: string;
  /** For people. */
  readonly title: string;
}

export interface SessionSets {
  readonly before: readonly SetSession[];
  readonly now: readonly SetSession[];
}

/** Sessions of both sides; each takes a second or so to read. */
export const MOST_SESSIONS = 100;
/** Bytes of all files. */
const MOST_BYTES = 2 * 2 ** 30;

/** @throws LaglensError if a side is empty, or both have more than is read */
export async function requireBudget({ before, now }: SessionSets): Promise<void> {
  if (before.length === 0 || now.length === 0) throw tooFew();
  const paths = [...new Set([...before, ...now].map(({ path }) => path))];
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (paths.length <= MOST_SESSIONS && bytes <= MOST_BYTES) return;
  const megabytes = Math.ceil(bytes / 2 ** 20);
  throw new LaglensError({
    code: 'usage',
    message: vscode.l10n.t(
      'These are {0} sessions of {1} MB together; a comparison reads at most {2} of {3} MB.',
      paths.length,
      megabytes,
      MOST_SESSIONS,
      MOST_BYTES / 2 ** 20,
    ),
    next: vscode.l10n.t('Choose fewer sessions.'),
  });
}

function tooFew(): LaglensError {
  return new LaglensError({
    code: 'usage',
    message: vscode.l10n.t('A comparison needs a session on each side, and one side has none.'),
    next: vscode.l10n.t('Choose at least one session for B, and leave one for A.'),
  });
}
