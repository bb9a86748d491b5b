import { explain, type LaglensError } from '../core/errors.ts';
import { Recovery } from '../host/capture/recover.ts';
import type { Terminal } from './terminal.ts';

/**
 * Completes recordings in the folder whose program was killed on this computer, and says where they are. A failure is said, too: the
 * recording that has just ended is complete all the same. Journals of other computers are left to `laglens report`.
 */
export async function completeCutOff(folder: string, terminal: Pick<Terminal, 'say'>): Promise<void> {
  const failed = (error: LaglensError): void => terminal.say(explain(error));
  try {
    const { paths } = await new Recovery({ folder, failed }).recoverAbandoned();
    for (const path of paths) terminal.say(`An earlier recording was cut off here. It is complete now: ${path}`);
  } catch (error) {
    terminal.say(explain(error));
  }
}
