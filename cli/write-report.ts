import { writeFile } from 'node:fs/promises';
import { messageOf } from '../core/errors.ts';
import { type CommandName, wrongArguments } from './usage.ts';

/** Replaces a file. Rejects with LaglensError. */
export async function writeReport(command: CommandName, path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw wrongArguments(command, `${path} can't be written: ${messageOf(error)}.`);
  }
}
