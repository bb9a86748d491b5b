import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { paintInFrame, showInFrame } from './animation-frame.ts';

/** Callbacks for the browser's next frame. */
let wanted: (() => void)[] = [];

beforeEach(() => {
  wanted = [];
  Object.assign(globalThis, { requestAnimationFrame: (run: () => void) => wanted.push(run) });
});

function nextFrame(): void {
  for (const run of wanted.splice(0)) run();
}

test('What is shown is worked out before anything is painted, and painted once in the same frame', () => {
  const done: string[] = [];
  const paint = (): void => void done.push('paint');
  paintInFrame(paint);
  showInFrame(() => {
    done.push('show');
    paintInFrame(paint);
  });
  assert.equal(wanted.length, 1);
  nextFrame();
  assert.deepEqual(done, ['show', 'paint']);
  assert.equal(wanted.length, 0);
});

test('What is asked for while a frame is painted waits for the next one', () => {
  let shown = 0;
  const show = (): void => {
    shown++;
    if (shown === 1) showInFrame(show);
  };
  showInFrame(show);
  nextFrame();
  assert.equal(shown, 1);
  nextFrame();
  assert.equal(shown, 2);
});

test('After a failure the next frame comes all the same', () => {
  const painted: string[] = [];
  paintInFrame(() => painted.push('one'));
  showInFrame(() => {
    throw new Error('It failed.');
  });
  assert.throws(nextFrame, /It failed/);
  nextFrame();
  assert.deepEqual(painted, ['one']);
});

test('What was to be shown after something that failed is shown in the next frame', () => {
  const shown: string[] = [];
  showInFrame(() => {
    throw new Error('cannot be shown');
  });
  showInFrame(() => shown.push('list'));
  paintInFrame(() => shown.push('picture'));
  assert.throws(nextFrame, /cannot be shown/);
  assert.deepEqual(shown, []);
  nextFrame();
  assert.deepEqual(shown, ['list', 'picture']);
});
