import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type DemoApp, startDemoApp } from '../../demo-app/start-demo-app.ts';
import { defaultToken, hookJar, shippedLibrary } from '../program.ts';
import { connectWhenFree, Host } from '../test-host.ts';
import { mainThread, timeIn } from '../thread-stacks.ts';

/** The demo app with the agent in it from its start, and the path of the agent's socket. */
async function launch(t: TestContext, more: string): Promise<{ app: DemoApp; socket: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-ahead-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const agent = `${shippedLibrary}=token=${defaultToken},rand=0badcafe,dir=${folder},hook=${hookJar}${more}`;
  const app = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(folder, 'truth'), agent });
  t.after(() => app.stop());
  return { app, socket: join(folder, `laglens-${app.pid}-0badcafe.sock`) };
}

/** Waits until the app's start is over, by its own log. */
async function launched(app: DemoApp): Promise<void> {
  while (!(await app.truth()).some(({ kind }) => kind === 'start')) await pause(20);
}

/** Main's time in ShopApplication.loadFonts by the stream; by the sources it takes 250 ms of the app's start. */
async function loadingFontsMs(app: DemoApp, host: Host): Promise<number> {
  const start = (await app.truth()).find(({ kind }) => kind === 'start');
  assert.ok(start);
  const span = { beginUs: start.startUs, endUs: start.startUs + start.durationMs * 1000 };
  await host.reached(span.endUs);
  const isLoading = (stack: readonly string[]): boolean => stack.some((frame) => frame.includes('ShopApplication.loadFonts'));
  return timeIn(host, mainThread(host).thread, span, ({ stack }) => isLoading(stack)) / 1000;
}

test('what an app did from its launch on waits for a host that comes later', async (t) => {
  const { app, socket } = await launch(t, ',ahead=1');
  await launched(app);
  using host = await Host.connect(socket);
  const ms = await loadingFontsMs(app, host);
  // Nearly all of it on a quiet computer; on a busy one the agent's thread gets its first CPU later.
  assert.ok(ms > 50, `${ms} ms of loadFonts are reported`);
  const first = host.messages.find(({ type }) => type !== 'challenge');
  assert.ok(first?.type === 'hello');
  assert.equal(host.all('hello').length, 1);

  await host.settings({ intervalUs: 5000 });
  host[Symbol.dispose]();
  using later = await connectWhenFree(socket);
  const hello = await later.until('hello');
  assert.ok(hello.monoUs > first.monoUs, 'the next host begins with what is now');
});

test('without that request nothing is kept for a host that comes later', async (t) => {
  const { app, socket } = await launch(t, '');
  await launched(app);
  using host = await Host.connect(socket);
  await host.until('sample');
  assert.equal(await loadingFontsMs(app, host), 0);
});
