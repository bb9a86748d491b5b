import { writeFile } from 'node:fs/promises';
import { fileProblem } from '../host/file-problem.ts';
import { type CommandName, wrongArguments } from './usage.ts';

/** Replaces a file. Rejects with LaglensError. */
export async function writeReport(command: CommandName, path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw wrongArguments(command, `${path} can't be written: ${fileProblem(error, 'its folder')}.`);
  }
}
