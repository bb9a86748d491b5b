import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runLaglens } from '../../../cli/run-laglens.ts';
import { frameOf } from '../../../core/analysis/frames/frame.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { BuildIndex } from '../../../host/builds/build-index.ts';
import { gradle } from '../../../host/builds/finders/gradle.ts';
import { SessionSymbols } from '../../../host/builds/session-symbols.ts';
import { SymbolThread } from '../../../host/builds/symbol-thread.ts';
import { Capture } from '../../../host/capture/capture.ts';
import { defaultSampling } from '../../../host/capture/capture-state.ts';
import { Deferred } from '../../../host/deferred.ts';
import { AgentFiles } from '../../../host/devices/agent-files.ts';
import { JvmProvider } from '../../../host/devices/jvm/jvm-provider.ts';
import { sampleValues } from '../../core/sample-values.ts';
import { CALL_LINE, LOOP_LINES, MAIN_CLASS, shrunkProgram, startShrunkProgram } from './shrunk-program.ts';

const agents = new AgentFiles(fileURLToPath(new URL('../../../device-agents/prebuilt', import.meta.url)));

test('a program that R8 shrank is shown by its source while it runs, and in the report of its session', async (t) => {
  const built = await shrunkProgram((line) => t.diagnostic(line));
  const folder = await mkdtemp(join(tmpdir(), 'laglens shrunk '));
  const mappings = join(folder, 'app/build/outputs/mapping/release');
  await mkdir(mappings, { recursive: true });
  await copyFile(built.mapping, join(mappings, 'mapping.txt'));
  const program = await startShrunkProgram(built);
  const thread = new SymbolThread();
  const builds = await BuildIndex.open({
    finders: [gradle(folder)],
    identify: async (path, kind) => (await thread.ask({ ask: 'identify', path, kind })).answer,
  });
  try {
    const capture = new Capture({
      device: await new JvmProvider(agents).open('jvm'),
      target: { app: MAIN_CLASS, pid: program.pid },
      launch: false,
      sampling: { ...defaultSampling, intervalUs: 5_000 },
      path: join(folder, 'shop.laglens'),
      version: '0.0.0',
      names: (write) => {
        const names = new SessionSymbols({ builds, symbols: thread, write, log: assert.fail });
        names.begin();
        return names;
      },
    });
    const live = new SessionModel();
    const isShown = new Deferred<void>();
    capture.on('piece', ({ messages }) => {
      for (const message of messages) live.apply(message);
      if (innermost(live).includes('Till.count')) isShown.resolve();
    });
    capture.on('state', (state) => state.kind === 'ended' && isShown.resolve());
    await capture.start(AbortSignal.timeout(600_000));
    await isShown.promise;
    await capture.stop();
    // The app's own names: another class, and the mapping's id as source file.
    const raw = live.methods.filter(({ sourceFile }) => sourceFile.startsWith('r8-map-id-'));
    assert.ok(raw.length >= 2 && !raw.some((method) => /Shop|Till/.test(method.class)), JSON.stringify(raw));
    const [facts] = live.runs.map((run) => run.names.symbols.get(0));
    assert.deepEqual([facts?.confidence, facts?.file], [2, join(mappings, 'mapping.txt')]);
    assert.deepEqual(framesOf(live), [
      { label: 'Main.main', file: 'Main.java', isLine: true, isInlined: false },
      { label: 'Shop.sell', file: 'Main.java', isLine: true, isInlined: false },
      { label: 'Till.count', file: 'Main.java', isLine: true, isInlined: true },
    ]);
    const out: string[] = [];
    const terminal = {
      out: (text: string) => void out.push(text),
      say: () => undefined,
      environment: {},
      folder,
      signal: new AbortController().signal,
    };
    assert.equal(await runLaglens(['report', 'shop.laglens', '--tree', '--package', 'sample.shrunk'], terminal), 0);
    assert.match(out.join('\n'), /Till\.count/);
    assert.match(out.join('\n'), /Shop\.sell/);
  } finally {
    await program.stop();
    builds.close();
    await thread.close();
    await rm(folder, { recursive: true });
  }
});

/** Labels of the innermost shown frames of the main thread's samples. */
function innermost(model: SessionModel): readonly string[] {
  return stacks(model).map((stack) => frameOf(model, stack[0] ?? 0).label);
}

/** A stack that ends in the loop, outermost first, with whether each line is one of those in the source. */
function framesOf(model: SessionModel): readonly object[] {
  const stack = stacks(model).find((nodes) => frameOf(model, nodes[0] ?? 0).label === 'Till.count') ?? [];
  return stack.toReversed().map((node) => {
    const { label, sourceFile: file, line, isInlined } = frameOf(model, node);
    const isLine = label === 'Till.count' ? LOOP_LINES.includes(line) : label === 'Shop.sell' ? line === CALL_LINE : line > 0;
    return { label, file, isLine, isInlined };
  });
}

/** Shown nodes of the main thread's samples, innermost first. */
function stacks(model: SessionModel): readonly (readonly number[])[] {
  const main = model.threads.find(({ name }) => name === 'main');
  if (main === undefined) return [];
  return sampleValues(main.samples, 'node').map((node) => {
    const nodes: number[] = [];
    for (let at = model.shownNode(main.run, node); at !== 0; at = model.nodes.parent[at] ?? 0) nodes.push(at);
    return nodes;
  });
}
