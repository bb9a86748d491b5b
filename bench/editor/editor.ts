import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import { LineCosts } from '../../core/analysis/source-costs/line-costs.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { heatMarks } from '../../extension/heat/heat-step.ts';
import { LineDrift } from '../../extension/heat/line-drift.ts';
import { shownHeat } from '../../extension/heat/shown-heat.ts';
import { originsOf } from '../../extension/sources/source-document.ts';
import { sampleStream, seededRandom } from '../../tests/core/sample-stream.ts';
import { atMost, type Bench } from '../support/figure.ts';
import { threadClock } from '../support/thread-clock.ts';

const SAMPLES = 1_000_000;
const LINES = 20_000;
const METHODS = 5_000;
/** One method in ten is of the large file: 500 functions of 40 lines. */
const SHARE = 10;
const ROUNDS = 21;
const NEW_SAMPLES = 2_000;

/**
 * A large source's cost in the editor: line costs in a long session, and all passed to VS Code but the texts' ranges. CPU time of its one
 * thread, which in the editor is all extensions'.
 */
export const bench: Bench = async function* (say) {
  const now = await threadClock();
  say(`Making a session of ${SAMPLES.toLocaleString('en')} samples ...`);
  const messages = stream();
  const model = new SessionModel();
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass: () => false });
  take(model, messages, SAMPLES - NEW_SAMPLES);
  judge.update();
  const costs = new LineCosts(model);
  costs.update(judge.lags);

  const isHere = originsOf({ name: 'Large.java', package: 'com.example', paths: new Set() });
  const drift = new LineDrift(LINES);
  const show = (file: ReturnType<LineCosts['watch']>): number => {
    const { lines } = shownHeat([{ heat: file.heat(), lineNow: (line) => drift.lineNow(line) }]);
    heatMarks(lines, { from: 10_000, to: 10_200, count: LINES }, undefined);
    return lines.length;
  };
  const firstMs: number[] = [];
  let hot = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const beginMs = now();
    const file = costs.watch(isHere);
    hot = show(file);
    firstMs.push(now() - beginMs);
    file.close();
  }
  const note = `${hot.toLocaleString('en')} hot lines, ${judge.lags.length.toLocaleString('en')} lags; the very first ${firstMs[0]?.toFixed(0)} ms`;
  yield atMost(30, {
    bench: 'editor',
    figure: `heat of a file with ${LINES.toLocaleString('en')} lines, CPU time, median`,
    value: median(firstMs),
    unit: 'ms',
    note,
  });

  const file = costs.watch(isHere);
  const nextMs: number[] = [];
  for (let second = 0; second < ROUNDS; second++) {
    take(model, messages, NEW_SAMPLES / ROUNDS);
    judge.update();
    const beginMs = now();
    costs.update(judge.lags);
    show(file);
    nextMs.push(now() - beginMs);
  }
  const added = Math.round(NEW_SAMPLES / ROUNDS);
  yield atMost(30, { bench: 'editor', figure: `the same, ${added} samples later, CPU time, median`, value: median(nextMs), unit: 'ms' });
};

/** One method in ten is of the file, each stack node in any of its lines. */
function stream(): Iterator<Parameters<SessionModel['apply']>[0]> {
  const random = seededRandom(6);
  const shape = { seed: 1, samples: SAMPLES, threads: 1, depth: 40, methods: METHODS, nodes: 100_000 };
  return (function* () {
    for (const message of sampleStream(shape)) {
      if (message.type === 'node' && message.line > 0) yield { ...message, line: 1 + Math.floor(random() * LINES) };
      else if (message.type === 'method' && message.id <= METHODS && message.id % SHARE === 0) {
        yield { ...message, class: 'Lcom/example/Large;', sourceFile: 'Large.java' };
      } else yield message;
    }
  })();
}

/** Applies messages up to this many more samples. */
function take(model: SessionModel, messages: ReturnType<typeof stream>, samples: number): void {
  for (let taken = 0; taken < samples; ) {
    const { value, done } = messages.next();
    if (done === true) return;
    model.apply(value);
    if (value.type === 'sample') taken++;
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}
