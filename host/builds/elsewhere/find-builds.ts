import { withLimit } from '../../time-limits.ts';
import { answerLimit, type ElsewhereFiles, type Wanted, walkElsewhere } from './walk-elsewhere.ts';

export interface ElsewhereFile {
  readonly path: readonly string[];
  readonly size: number;
  readonly modifiedMs: number;
}

export interface FoundElsewhere {
  readonly files: readonly ElsewhereFile[];
  /** All was listed, so other files are gone. */
  readonly isWhole: boolean;
  /** For people. */
  readonly problems: readonly string[];
}

const MOST_FILES = 2_000;

/** Wanted files with size and time. @throws AbortError on the signal */
export async function findBuilds(from: ElsewhereFiles, wanted: Wanted, signal: AbortSignal): Promise<FoundElsewhere> {
  const files: ElsewhereFile[] = [];
  const found = async (path: readonly string[]): Promise<void> => {
    files.push({ path, ...(await withLimit(answerLimit, signal, () => from.stat(path))) });
  };
  const tooMany = `There are more than ${MOST_FILES.toLocaleString('en')} builds.`;
  const walk = { folder: wanted.folder, file: wanted.file, mostFiles: MOST_FILES, tooMany, found };
  const problems = await walkElsewhere(from, walk, signal);
  return { files, isWhole: problems.length === 0, problems };
}
