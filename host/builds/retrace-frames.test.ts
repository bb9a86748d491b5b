import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFromMemory, runReading } from '../../core/symbols/bytes/byte-source.ts';
import { openMapping } from '../../core/symbols/retrace/mapping.ts';
import { cpuMsOf } from '../../tests/cpu-time.ts';
import { originalClassName, retraceFrames } from './retrace-frames.ts';

/**
 * As R8 9.5 writes a class of merged lambdas: the descriptor of `run` stands beside the first of them only. And as it writes a
 * method that it put into one of its own and took outlines out of.
 */
const map = `# {"id":"com.android.tools.r8.mapping","version":"2.2"}
com.shop.Feed -> a:
# {"id":"sourceFile","fileName":"Feed.java"}
    1:3:void show():20:20 -> b
com.shop.Feed$1 -> y:
# {"id":"com.android.tools.r8.synthesized"}
    8:13:void com.shop.Feed.lambda$show$2(com.shop.Row):46:46 -> run
      # {"id":"com.android.tools.r8.residualsignature","signature":"()V"}
    25:28:void com.shop.Feed.lambda$show$1(com.shop.Row):47:47 -> run
    30:31:void com.shop.Feed.lambda$show$0(com.shop.Row):48:48 -> run
    30:31:void com.shop.Feed.lambda$show$0(com.shop.Row,int):49:49 -> run
com.shop.Till -> t:
# {"id":"sourceFile","fileName":"Till.java"}
    1:5:void print():44:48 -> c
    1:5:void Till.print():0 -> c
      # {"id":"com.android.tools.r8.synthesized"}
    6:6:void print():0:0 -> c
    6:6:void Till.print():0 -> c
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":20,"2":21},"outline":"Lo;a()V"}
    20:20:void print():48:48 -> c
    21:21:void print():49:49 -> c
com.shop.Till$0 -> o:
# {"id":"com.android.tools.r8.synthesized"}
    1:2:void Till$0.m():0:1 -> a
      # {"id":"com.android.tools.r8.synthesized"}
      # {"id":"com.android.tools.r8.outline"}
`;

const answer = answerFromMemory(new Map([['map.txt', new TextEncoder().encode(map)]]));
const mapping = runReading(openMapping('map.txt'), answer);

const built = (className: string, name: string, line: number) => {
  return { class: `L${className};`, name, signature: '()V', sourceFile: 'r8-map-id-1', line, isPc: 0 };
};

/** @param outlines that it calls, as class, name and line */
function named(className: string, name: string, line: number, ...outlines: readonly (readonly [string, string, number])[]) {
  const stack = [built(className, name, line), ...outlines.map((outline) => built(...outline))];
  const [found] = runReading(retraceFrames(mapping, [stack]), answer);
  return found && { confidence: found.confidence, frames: found.frames.map((frame) => `${frame.class}${frame.name}:${frame.line}`) };
}

test('a merged lambda is found by its line where the map says the descriptor of another one only', () => {
  assert.deepEqual(named('y', 'run', 9), { confidence: 2, frames: ['Lcom/shop/Feed;lambda$show$2:46'] });
  assert.deepEqual(named('y', 'run', 25), { confidence: 2, frames: ['Lcom/shop/Feed;lambda$show$1:47'] });
});

test('a line that nothing stands for stays where the map knows the class alone', () => {
  assert.deepEqual(named('y', 'run', 60), { confidence: 1, frames: ['Lcom/shop/Feed$1;run:60'] });
});

test('the line of an outline leads into a method that R8 put into one of its own', () => {
  // Its lines 20 and 21, which the positions of the call lead to, are Till.print at 48 and 49.
  assert.deepEqual(named('t', 'c', 6, ['o', 'a', 1]), { confidence: 2, frames: ['Lcom/shop/Till;print:48'] });
  assert.deepEqual(named('t', 'c', 6, ['o', 'a', 2]), { confidence: 2, frames: ['Lcom/shop/Till;print:49'] });
  assert.deepEqual(named('o', 'a', 1), { confidence: 2, frames: [] });
});

test('a class that the runtime made for a lambda has the name of the class that holds the lambda', () => {
  const made = 'a$$Lambda$28.0x00007f968800c678';
  assert.deepEqual(named(made, 'run', 0), { confidence: 2, frames: ['Lcom/shop/Feed$$Lambda$28/0x00007f968800c678;run:0'] });
  assert.equal(originalClassName(mapping, made), 'com.shop.Feed$$Lambda$28.0x00007f968800c678');
  assert.equal(originalClassName(mapping, 'other$$Lambda$28.0x1'), undefined);
});

test('a name that seems to be of a lambda again and again is cut at the first one', () => {
  const name = `a${'$$Lambda.'.repeat(50_000)}\n`;
  const tookMs = cpuMsOf(() => assert.equal(originalClassName(mapping, name), `com.shop.Feed${name.slice(1)}`));
  assert.ok(tookMs < 1_000, `${tookMs} ms`);
});
