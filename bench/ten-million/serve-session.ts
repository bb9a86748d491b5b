import type { Page } from 'playwright-core';
import { readSession } from '../../core/session/file/reader.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';

/** Chunks per answer: some megabyte. */
const PART_CHUNKS = 16;

/** Only this page's requests reach it; each answers with the next chunks, each after its length, read and inflated as in the extension. */
export async function serveSession(page: Page, path: string): Promise<string> {
  const url = 'http://127.0.0.1/session';
  const file = await SessionFile.open(path);
  const chunks = readSession(file, inflateDriver)[Symbol.asyncIterator]();
  const headers = { 'access-control-allow-origin': '*' };
  await page.route(url, async (route) => {
    const parts: Uint8Array[] = [];
    for (let count = 0; count < PART_CHUNKS; count++) {
      const { done, value } = await chunks.next();
      if (done === true) break;
      const length = Buffer.alloc(4);
      length.writeUInt32LE(value.length);
      parts.push(length, value);
    }
    if (parts.length === 0) await file.close();
    await route.fulfill({ body: Buffer.concat(parts), headers });
  });
  return url;
}
