import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { FrameReports } from '../../tests/core/frame-reports.ts';
import { sessionBytes } from '../../tests/core/memory-session.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../tests/core/scripted-app.ts';

const shop = 'com.example.shop';

/** Sessions of one app before and after a change, a budget and a shortened stack trace. */
export async function writeInputs(folder: string): Promise<void> {
  const write = (name: string, content: string | Uint8Array): Promise<void> => writeFile(join(folder, name), content);
  const total = [`${shop}.Cart.total:12`];
  await write('before.laglens', await session(1, [...lags(20, 200, total), ...lags(10, 300, [`${shop}.Feed.show$lambda$1:7`])]));
  await write(
    'after.laglens',
    await session(2, [
      ...lags(20, 600, [`${shop}.Shop.open:1`, `${shop}.Shop.open:2`, `${shop}.Cart.total:19`]),
      ...lags(9, 150, [`${shop}.Wish.sort:3`]),
      ...lags(1, 120, [`${shop}.Wish.once:4`]),
    ]),
  );
  await write(
    'noise.laglens',
    await session(
      3,
      [200, 250, 220, 500, 210].flatMap((length) => lags(1, length, total)),
    ),
  );
  await write('frames.laglens', await framesSession());
  const rules = [
    { measure: 'p95', mostMs: 300 },
    { measure: 'count', overMs: 250, mostPerMinute: 4 },
    { measure: 'time', group: 'Cart.total', mostMorePercent: 20 },
    { measure: 'jank', mostPercent: 5 },
  ];
  await write('laglens.budget.json', JSON.stringify({ leastSeconds: 5, rules }));
  await write('mapping.txt', `${shop}.Cart -> a.b:\n    3:5:void total(int):20:22 -> a\n`);
  await write('trace.txt', 'java.lang.Error: no\n\tat a.b.a(SourceFile:4)\n');
}

/** One a second. */
function lags(count: number, lengthMs: number, stack: readonly string[]): readonly Deed[] {
  return Array.from({ length: count }, () => [idle((1_000 - lengthMs) * ms), message(lengthMs * ms, ...stack)]).flat();
}

/** @param pid differs between sessions, which are one recording to a lake otherwise */
function session(pid: number, deeds: readonly Deed[]): Promise<Uint8Array> {
  const messages = scriptedApp([...deeds, idle(1_000 * ms)]);
  return sessionBytes(messages.map((each) => (each.type === 'hello' ? { ...each, pid, wallUs: each.wallUs + pid * 1_000_000 } : each)));
}

function framesSession(): Promise<Uint8Array> {
  const frames = new FrameReports(SCRIPT_START_US).inTime(2_000, 50).lateOnes(1_000, 20, 60);
  return sessionBytes([...scriptedApp([idle(6_000 * ms)]), ...frames.messages]);
}
