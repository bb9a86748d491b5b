import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSystemMs, stampOf } from './file-clock.ts';
import { namesIn } from './folder-names.ts';
import { parseDraftName } from './journal-name.ts';
import { KEPT_ENDING } from './recover.ts';
import { stateOfWriter, thisWriter } from './writer-id.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Earlier versions named drafts `.recovered`. */
const leftovers = [/\.part$/, /\.laglens\.recovered$/, new RegExp(`\\${KEPT_ENDING}$`), /^\.[0-9a-f-]{36}\.clock$/];

/** Removes drafts of ended writers at once, others after a day. */
export async function sweepDrafts(folder: string, clock: (folder: string) => Promise<number> = fileSystemMs): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => leftovers.some((pattern) => pattern.test(name)));
  if (names.length === 0) return;
  const nowMs = await clock(folder);
  for (const name of names) {
    const path = join(folder, name);
    if ((await isOfDead(name)) || (await ageMs(path, nowMs)) > DAY_MS) await rm(path, { force: true });
  }
}

async function isOfDead(name: string): Promise<boolean> {
  const writer = parseDraftName(name);
  return writer !== undefined && (await stateOfWriter(writer, await thisWriter())) === 'ended';
}

async function ageMs(path: string, nowMs: number): Promise<number> {
  const stamp = await stampOf(path);
  return stamp === undefined ? 0 : nowMs - stamp.modifiedMs;
}
