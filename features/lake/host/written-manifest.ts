import { readFile } from 'node:fs/promises';
import { errorCode } from '../../../host/error-code.ts';

/** The value in a manifest's file; undefined if it is missing or damaged. Rejects with the file system's other errors. */
export async function writtenManifest(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
