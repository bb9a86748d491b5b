import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idle, message, ms } from '../../core/analyzed-app.ts';
import { sessionFile, streamBytes } from '../../core/memory-session.ts';
import { scriptedApp } from '../../core/scripted-app.ts';

const DAY_MS = 24 * 3600 * 1000;
const shop = 'com.example.shop';

/** One lag of each length per function, one a second. */
async function recording(startedMs: number, lagsMs: Readonly<Record<string, readonly number[]>>): Promise<Uint8Array> {
  const all = Object.entries(lagsMs).flatMap(([frame, lengths]) => lengths.map((length) => ({ frame, length })));
  const deeds = all.flatMap(({ frame, length }) => [idle((1_000 - length) * ms), message(length * ms, `${shop}.${frame}`)]);
  const messages = streamBytes([
    { type: 'session', version: 1, createdUs: startedMs * 1_000, host: 'test' },
    { type: 'process', run: 0, deviceKind: 'android', device: 'Pixel 8', serial: 'x', app: shop, pid: 5, launched: 0, version: '' },
    ...scriptedApp([...deeds, idle(1_000 * ms)]),
  ]);
  return (await sessionFile([messages], { finish: true })).bytes;
}

const times = (count: number, length: number): readonly number[] => Array.from({ length: count }, () => length);

/**
 * Stores two sessions of each of two builds, as captures do: `old-1`, `old-2`, two days ago at 12:00 and 12:01, and `new-1`, `new-2`, a day later.
 * @param home of VS Code's server
 * @returns the folder of the sessions
 */
export async function storeRecordings(home: string): Promise<string> {
  const folder = join(home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
  await mkdir(folder, { recursive: true });
  const noon = new Date(new Date().setHours(12, 0, 0, 0) - 2 * DAY_MS).getTime();
  const sessions = {
    'old-1': await recording(noon, { 'Cart.total:12': times(10, 200), 'Feed.show$lambda$1:7': times(5, 300) }),
    'old-2': await recording(noon + 60_000, { 'Cart.total:12': times(10, 210), 'Feed.show$lambda$1:7': times(5, 310) }),
    // Another build: other lines and numbers.
    'new-1': await recording(noon + DAY_MS, { 'Cart.total:19': times(10, 600), 'Wish.sort:3': times(5, 150) }),
    'new-2': await recording(noon + DAY_MS + 60_000, { 'Cart.total:19': times(10, 620), 'Wish.sort:3': times(5, 160) }),
  };
  for (const [name, bytes] of Object.entries(sessions)) await writeFile(join(folder, `${name}.laglens`), bytes);
  return folder;
}
