import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { AgentOnShop } from '../../demo-app/iphone/agent-on-shop.ts';
import { compileWithSanitizers } from '../sanitized.ts';
import type { Of } from '../test-host.ts';

let folder: string;
let program: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-animations-'));
  program = await compileWithSanitizers('animations', folder, 'ios/app/animations.c');
});
after(() => rm(folder, { recursive: true }));

/** Times in milliseconds in which animations ran, and how many the layer got; asked for every 10 ms from 1 ms on. */
async function ran(...animations: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, animations);
  return stdout.trim();
}

test('animations run for their time, a quarter of a second without one, and two seconds at most', async () => {
  assert.equal(await ran('0:400'), '1-401 1');
  assert.equal(await ran('0:0', '1000:-', '2000:nan'), '1-251 1001-1251 2001-2251 3');
  assert.equal(await ran('0:60000', '5000:inf'), '1-2001 5001-7001 2');
});

test('animations that overlap run until the last one ends', async () => {
  assert.equal(await ran('0:1000', '500:300'), '1-1001 2');
  assert.equal(await ran('0:1000', '500:300', '800:700'), '1-1501 3');
});

test('an app that animates without a pause is watched for half a minute, and again after a pause', async () => {
  const endless = Array.from({ length: 60 }, (_, index) => `${index * 1_000}:1500`);
  // The last begins at 59 s and ends at 60.5 s; the next one is another.
  assert.equal(await ran(...endless, '70000:300'), '1-30001 70001-70301 61');
});

const sum = (frames: readonly Of<'frame'>[]): number => frames.reduce((all, { inTime }) => all + inTime, 0);

suite('the display link of an app whose layers are animated', { timeout: 600_000 }, () => {
  test('it runs while they are, and rests afterwards', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    await host.until('overhead');
    assert.equal(sum(host.all('frame')), 0);
    await shop.home.say('animate 1000');
    await host.until('frame', () => sum(host.all('frame')) >= 30);
    const seconds = host.all('overhead').length;
    // Sums come once a second: two without a frame are a rest.
    await host.until('frame', () => host.all('overhead').length > seconds + 2 && sum(host.all('frame').slice(-2)) === 0);
    const frames = host.all('frame');
    const late = frames.filter(({ lateUs }) => lateUs > 0).length;
    // A second has 60 frames; a busy computer may show fewer.
    assert.ok(sum(frames) + late <= 70, `${sum(frames)} in time, ${late} late`);
  });

  test('a frame of an animation that main keeps waiting is late by as much', async () => {
    await using agent = await AgentOnShop.start('simulator-x86_64');
    const { host, shop } = agent;
    await host.until('overhead');
    const askedUs = Number(process.hrtime.bigint() / 1000n);
    await shop.home.say('animate 2000');
    await host.until('frame', () => sum(host.all('frame')) > 0);
    await shop.lag('sleep');
    const { startUs, durationMs } = await shop.truthOf('sleep', askedUs);
    const { lateUs, periodUs } = await host.until('frame', ({ atUs, lateUs }) => lateUs > 0 && atUs > startUs + durationMs * 1_000);
    const lagUs = durationMs * 1_000;
    // Due at most a frame after the lag's begin; the computer may add to it.
    assert.ok(lateUs > lagUs - 2 * periodUs, `${lateUs} us late, ${lagUs} us of sleep`);
  });
});
