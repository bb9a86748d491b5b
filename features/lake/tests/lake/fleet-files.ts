import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { threadState } from '../../../../core/session/columns/sample-columns.ts';
import type { Message } from '../../../../core/wire/schema.ts';
import { idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { sessionBytes } from '../../../../tests/core/memory-session.ts';
import { type Deed, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { type FleetOptions, type PlannedLag, type PlannedSession, plannedFleet } from './fleet-plan.ts';

/** Writes the plan's sessions as recordings; their paths by app and version. */
export async function writeFleet(folder: string, options: FleetOptions): Promise<readonly FleetPart[]> {
  const parts = new Map<string, FleetPart>();
  for (const session of plannedFleet(options)) {
    const { app, version } = session;
    const key = `${app}-${version}`;
    const part = parts.get(key) ?? { app, version, paths: [] };
    parts.set(key, part);
    if (part.paths.length === 0) await mkdir(join(folder, key), { recursive: true });
    const path = join(folder, key, `${session.index}.laglens`);
    await writeFile(path, await sessionBytes(recordingOf(session)));
    part.paths.push(path);
  }
  return [...parts.values()];
}

export interface FleetPart {
  readonly app: string;
  readonly version: string;
  readonly paths: string[];
}

/** An agent's messages in such a session. */
export function recordingOf({ app, device, beginMs, lengthMs, lags }: PlannedSession): Message[] {
  const waitingMs = lengthMs - lags.reduce((sum, lag) => sum + lag.lengthMs, 0);
  const pause = idle(Math.floor(waitingMs / (lags.length + 1)) * ms);
  const deeds = lags.flatMap((lag) => [pause, deedOf(app, lag)]);
  const names = [...new Set(lags.map(({ group }) => `${app}.${group.screen}`))];
  const messages: Message[] = [];
  let front = 0;
  let begun = 0;
  for (const each of scriptedApp([...deeds, pause])) {
    if (each.type === 'messageBegin') {
      const id = 1 + names.indexOf(`${app}.${lags[begun++]?.group.screen}`);
      if (front !== 0 && front !== id) messages.push(screenMessage(front, each.atUs, 0));
      if (front !== id) messages.push(screenMessage(id, each.atUs, 1));
      front = id;
    }
    if (each.type === 'process') messages.push({ ...each, device, app });
    else if (each.type === 'hello') messages.push({ ...each, process: app, wallUs: beginMs * ms });
    else messages.push(each);
    if (each.type === 'settings')
      for (const [at, text] of names.entries()) messages.push({ type: 'string', id: FIRST_NAME + at + 1, text });
  }
  return messages;
}

/** The script's own strings are fewer. */
const FIRST_NAME = 900;

function screenMessage(id: number, atUs: number, shown: 0 | 1): Message {
  return { type: 'screen', atUs, id, name: FIRST_NAME + id, kind: 1, shown };
}

function deedOf(app: string, { group, lengthMs }: PlannedLag): Deed {
  const frame = `${app}.${group.label}:12`;
  if (group.cause === 'busy') return message(lengthMs * ms, frame);
  return { ...message(lengthMs * ms, frame, 'java.lang.Thread.sleep:-2'), busy: 0, state: threadState.sleeping };
}
