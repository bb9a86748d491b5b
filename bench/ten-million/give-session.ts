import { open } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { readSession } from '../../core/session/file/reader.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';

/**
 * Gives the page a session's chunks, each after its length, read and inflated as in the extension: as a file that its input chose. Tools that
 * watch a page keep what it fetches in its process.
 */
export async function giveSession(page: Page, path: string): Promise<void> {
  const chunks = `${path}.chunks`;
  await writeChunks(path, chunks);
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<input type="file" id="session" hidden>')`);
  await page.setInputFiles('#session', chunks);
}

async function writeChunks(from: string, to: string): Promise<void> {
  const file = await SessionFile.open(from);
  const out = await open(to, 'w');
  try {
    for await (const chunk of readSession(file, inflateDriver)) {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(chunk.length);
      await out.writev([length, chunk]);
    }
  } finally {
    await out.close();
    await file.close();
  }
}
