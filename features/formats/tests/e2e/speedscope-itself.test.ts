import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { installPeers } from '../../../../bench/viewer/peers.ts';
import { type Frame, frameOf } from '../../../../core/analysis/frames/frame.ts';
import { visitSpans } from '../../../../core/analysis/threads/spans.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { anyModel } from '../../../../host/any-model.ts';
import { type Browser, openBrowser } from '../../../../tests/e2e/harness/browser.ts';
import { writeTrace } from '../../core/chrome/write.ts';
import { writeFolded } from '../../core/folded/write.ts';
import { writePprof } from '../../core/pprof/write.ts';
import { writeSpeedscope } from '../../core/speedscope/write.ts';
import { writeCpuProfile } from '../../core/v8/write.ts';
import { writtenProfile } from '../formats/written-profile.ts';

/** Speedscope's importers read our files; its *Export* says what it understood. */

const sample = fileURLToPath(new URL('../../../../media/sample/shop.laglens', import.meta.url));
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

interface Exported {
  readonly shared: { readonly frames: readonly { readonly name: string; readonly file?: string }[] };
  readonly profiles: readonly ExportedProfile[];
}

interface ExportedProfile {
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  readonly events?: readonly { readonly type: 'O' | 'C'; readonly frame: number; readonly at: number }[];
  readonly samples?: readonly (readonly number[])[];
  readonly weights?: readonly number[];
}

let model: SessionModel;
let release: string;
let browser: Browser;
before(async () => {
  model = (await anyModel(sample, new AbortController().signal)).model;
  release = (await installPeers((line) => process.stderr.write(`${line}\n`))).speedscope;
  browser = await openBrowser();
});
after(() => browser.close());

/** Imports a file in speedscope, and exports it again. */
async function throughSpeedscope(name: string, content: string | Uint8Array): Promise<Exported> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-speedscope-'));
  const page = await browser.page.context().newPage();
  try {
    await writeFile(join(folder, name), content);
    await serve(page);
    await page.goto('http://127.0.0.1/');
    await page.setInputFiles('input[type=file]', join(folder, name));
    const download = page.waitForEvent('download');
    await page.getByText('Export', { exact: false }).first().click();
    return JSON.parse(await readFile(await (await download).path(), 'utf8'));
  } finally {
    await page.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function serve(page: Page): Promise<void> {
  await page.route('http://127.0.0.1/**', async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    const body = await readFile(join(release, path)).catch(() => undefined);
    if (body === undefined) await route.fulfill({ status: 404 });
    else await route.fulfill({ body, contentType: types[extname(path)] ?? 'application/octet-stream' });
  });
}

/** Time of each function as the innermost one, and of all, by the product's own spans. */
function selfTimes(index: number, nameOf = (frame: Frame): string => frame.label): Map<string, number> {
  const times = new Map<string, number>();
  const thread = model.threads[index];
  assert.ok(thread);
  visitSpans(model, thread, 0, model.nowUs, ({ node, beginUs, endUs }) => {
    if (node === 0) return;
    const name = nameOf(frameOf(model, node));
    times.set(name, (times.get(name) ?? 0) + endUs - beginUs);
  });
  return times;
}

/** The same of an exported profile. */
function theirSelfTimes({ shared }: Exported, profile: ExportedProfile): Map<string, number> {
  const times = new Map<string, number>();
  const add = (frame: number | undefined, us: number): void => {
    const name = frame === undefined ? undefined : shared.frames[frame]?.name;
    if (name !== undefined && us > 0) times.set(name, (times.get(name) ?? 0) + us);
  };
  const open: number[] = [];
  let lastUs = 0;
  for (const { type, frame, at } of profile.events ?? []) {
    add(open.at(-1), at - lastUs);
    lastUs = at;
    if (type === 'O') open.push(frame);
    else assert.equal(open.pop(), frame);
  }
  for (const [index, stack] of (profile.samples ?? []).entries()) add(stack.at(-1), profile.weights?.[index] ?? 0);
  return times;
}

function isNear(theirs: ReadonlyMap<string, number>, ours: ReadonlyMap<string, number>, toleranceUs: number): void {
  const known = [...ours].filter(([, us]) => us > toleranceUs).map(([name]) => name);
  assert.deepEqual([...theirs.keys()].filter((name) => (theirs.get(name) ?? 0) > toleranceUs).sort(), known.sort());
  for (const [name, us] of ours)
    assert.ok(Math.abs((theirs.get(name) ?? 0) - us) <= toleranceUs, `${name}: ${theirs.get(name)} of ${us} µs`);
}

test('speedscope imports our file with the same threads, functions and times', { timeout: 120_000 }, async () => {
  const exported = await throughSpeedscope(
    'shop.speedscope.json',
    writtenProfile(writeSpeedscope, { model, name: 'shop', lags: [] }).toString(),
  );
  const sampled = model.threads.filter(({ samples }) => samples.length > 0);
  assert.deepEqual(
    exported.profiles.map(({ name, unit }) => [name, unit]),
    sampled.map(({ name }) => [name, 'microseconds']),
  );
  // Sums of floating point numbers.
  for (const [index, profile] of exported.profiles.entries())
    isNear(theirSelfTimes(exported, profile), selfTimes(sampled[index]?.index ?? 0), 0.01);
});

test('speedscope imports our folded stacks with the same functions and times', { timeout: 120_000 }, async () => {
  const exported = await throughSpeedscope('shop.folded', [...writeFolded({ model, name: 'shop', lags: [] })].join(''));
  const ours = new Map<string, number>();
  for (const { index } of model.threads) for (const [name, us] of selfTimes(index)) ours.set(name, (ours.get(name) ?? 0) + us);
  const [profile] = exported.profiles;
  assert.ok(profile !== undefined && exported.profiles.length === 1);
  // Each of some 40 stacks is rounded to whole microseconds.
  isNear(theirSelfTimes(exported, profile), ours, 20);
});

/** These formats have one name for class and method. */
const fullName = ({ class: className, method, label }: Frame): string => (className === '' ? label : `${className}.${method}`);

test('speedscope imports our .cpuprofile with main’s functions and times', { timeout: 120_000 }, async () => {
  const exported = await throughSpeedscope('shop.cpuprofile', [...writeCpuProfile({ model, name: 'shop', lags: [] })].join(''));
  const [profile] = exported.profiles;
  assert.ok(profile !== undefined && exported.profiles.length === 1);
  const main = model.threads.findIndex(({ isMain }) => isMain);
  // Each span's begin is rounded to whole microseconds.
  isNear(theirSelfTimes(exported, profile), selfTimes(main, fullName), 500);
});

test('speedscope imports our Chrome trace with the same functions and times by thread', { timeout: 120_000 }, async () => {
  const exported = await throughSpeedscope('shop.trace.json', writtenProfile(writeTrace, { model, name: 'shop', lags: [] }).toString());
  const drawn: string[] = [];
  for (const { index, name } of model.threads) {
    const ours = selfTimes(index, fullName);
    const profile = exported.profiles.find((each) => each.name.includes(name));
    // A thread without a known stack has no calls.
    if (ours.size === 0) continue;
    assert.ok(profile, name);
    isNear(theirSelfTimes(exported, profile), ours, 500);
    drawn.push(name);
  }
  assert.ok(drawn.length > 1, drawn.join());
});

test('speedscope imports our pprof with the same functions and times', { timeout: 120_000 }, async () => {
  const exported = await throughSpeedscope('shop.pb', Buffer.concat([...writePprof({ model, name: 'shop', lags: [] })]));
  const ours = new Map<string, number>();
  for (const { index } of model.threads) for (const [name, us] of selfTimes(index, fullName)) ours.set(name, (ours.get(name) ?? 0) + us);
  const [profile] = exported.profiles;
  assert.ok(profile !== undefined && exported.profiles.length === 1);
  isNear(theirSelfTimes(exported, profile), ours, 500);
});
