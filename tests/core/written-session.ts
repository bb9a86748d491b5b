import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from '../../core/wire/schema.ts';
import { idle, message, ms } from './analyzed-app.ts';
import { sessionBytes } from './memory-session.ts';
import { type Deed, scriptedApp } from './scripted-app.ts';

export const shop = 'com.example.shop';

/** Monday, 2 November 2026, 12:00 UTC. */
const FIRST_DAY_MS = Date.UTC(2026, 10, 2, 12);
const DAY_MS = 86_400_000;

export interface FleetSession {
  readonly name: string;
  readonly version: string;
  /** The app's version as the session has it; empty by default. */
  readonly recordedVersion?: string;
  readonly device: string;
  /** Days since the first; parts of a day are hours. */
  readonly day: number;
  readonly lags: readonly { readonly lengthMs: number; readonly frame: string }[];
}

/** Writes a session in which each second has one lag; gives its path. */
export async function writeSession(folder: string, session: FleetSession): Promise<string> {
  const deeds: readonly Deed[] = session.lags.flatMap(({ lengthMs, frame }) => [
    idle((1_000 - lengthMs) * ms),
    message(lengthMs * ms, frame),
  ]);
  const beganUs = (FIRST_DAY_MS + session.day * DAY_MS) * 1_000;
  const messages = scriptedApp([...deeds, idle(1_000 * ms)]).map((each) => ofDevice(each, session, beganUs));
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${session.name}.laglens`);
  await writeFile(path, await sessionBytes(messages));
  return path;
}

function ofDevice(each: Message, { device, recordedVersion = '' }: FleetSession, beganUs: number): Message {
  if (each.type === 'process') return { ...each, device, app: shop, version: recordedVersion };
  return each.type === 'hello' ? { ...each, wallUs: beganUs } : each;
}

/** A small generator of equal numbers from equal seeds (Park and Miller). From 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
