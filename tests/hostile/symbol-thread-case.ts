import { messageOf } from '../../core/errors.ts';
import { SymbolThread } from '../../host/builds/symbol-thread.ts';
import { BUILD_ID } from './packed-programs.ts';

/** One answer or failure of the symbol thread per file. */
export type ThreadOutcome = readonly string[];

/** Asks for an address in programs, or archives' identities, in sequence. */
export default async function ask(kind: string, ...paths: readonly string[]): Promise<ThreadOutcome> {
  const said: string[] = [];
  const thread = new SymbolThread({ log: (line) => void said.push(line) });
  try {
    for (const path of paths) said.push(await (kind === 'archive' ? identified(thread, path) : resolved(thread, path)));
    return said;
  } finally {
    await thread.close();
  }
}

async function identified(thread: SymbolThread, path: string): Promise<string> {
  const { answer } = await thread.ask({ ask: 'identify', path, kind: 'archive' });
  return `${answer.length} libraries`;
}

async function resolved(thread: SymbolThread, path: string): Promise<string> {
  try {
    const { answer } = await thread.ask({ ask: 'addresses', path, entry: '', id: BUILD_ID, offsets: [0x1000] });
    return [`${answer.answers.length} answers`, ...answer.problems].join(' ');
  } catch (error) {
    return messageOf(error);
  }
}
