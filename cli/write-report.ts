import { fileProblem } from '../host/file-problem.ts';
import { replaceOwnFile } from '../host/own-file.ts';
import { type CommandName, wrongArguments } from './usage.ts';

/** Replaces a file, but no link to one. Rejects with LaglensError. */
export async function writeReport(command: CommandName, path: string, text: string): Promise<void> {
  try {
    await replaceOwnFile(path, text);
  } catch (error) {
    throw wrongArguments(command, `${path} can't be written: ${fileProblem(error, 'its folder')}.`);
  }
}
