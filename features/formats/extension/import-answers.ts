import { background } from '../../../core/guarded.ts';
import type { Answers, ThreadPeer } from '../../../host/thread-peer.ts';
import { SeveralProfiles } from '../core/containers/entry-choice.ts';
import { importFile } from '../host/import-file.ts';
import { type Conversion, offered } from './conversion.ts';

/** Questions to a thread about other tools' profiles. */
export interface ImportAnswers {
  convert(path: string, output: string, entry: string | undefined): Conversion;
}

/** Answers of the thread that asks. */
export interface ImportAsker {
  /** The share of the file that is read; also shows that the thread does not hang. */
  read(percent: number): void;
}

export function answers(owner: ThreadPeer<ImportAsker>): Answers<ImportAnswers> {
  return { convert: (...given) => convert(reading(owner), ...given) };
}

/** Each percent once. */
function reading(owner: ThreadPeer<ImportAsker>): (share: number) => void {
  let said = 0;
  return (share) => {
    const percent = Math.floor(share * 100);
    if (percent <= said) return;
    said = percent;
    background(owner.ask('read', [percent]), () => undefined);
  };
}

async function convert(read: (share: number) => void, path: string, output: string, entry: string | undefined): Promise<Conversion> {
  try {
    // The thread's end cancels it.
    const report = await importFile(path, output, new AbortController().signal, entry, {}, read);
    return report === undefined ? 'session' : 'written';
  } catch (error) {
    if (error instanceof SeveralProfiles) return offered(error.found);
    throw error;
  }
}
