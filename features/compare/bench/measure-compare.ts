/** Compares two sessions in their models, in its own process. */
import { appClassPredicate } from '../../../core/analysis/frames/app-classes.ts';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { baselineOf } from '../../../core/analysis/lags/groups/baseline.ts';
import { compareWithBaseline } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { lagGroups } from '../../../core/analysis/lags/groups/lag-groups.ts';
import { observedUs } from '../../../core/analysis/threads/observed-time.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { baselineWeights } from '../../../core/trees/baseline-weights.ts';
import { treeDifference } from '../../../core/trees/difference.ts';
import { LiveWeights } from '../../../core/trees/live-weights.ts';
import { ViewStacks } from '../../../core/trees/view-stacks.ts';
import { viewTree } from '../../../core/trees/view-tree.ts';
import { processMessage, sampleStream } from '../../../tests/core/sample-stream.ts';
import { diffCapture } from '../core/diff-capture.ts';
import { diffFrames } from '../core/diff-frames.ts';
import { diffSets } from '../core/diff-sets.ts';

const thresholdUs = 100_000;
const samples = Number(process.argv[2]);
const isAppClass = appClassPredicate({ packages: [], prefixes: ['com.example.shop'] });

/** Five threads, stacks some 30 frames deep, as in a middling app. */
function session(seed: number) {
  const model = new SessionModel();
  model.apply(processMessage(0));
  for (const message of sampleStream({ seed, threads: 5, depth: 40, methods: 5_000, nodes: 100_000, samples })) model.apply(message);
  const judge = new LagDetector(model, { thresholdUs, isAppClass });
  judge.update();
  return { model, lags: judge.lags };
}

const [old, now] = [session(1), session(2)];
const main = now.model.threads.find(({ isMain }) => isMain);
if (main === undefined) throw new Error('The session has no main thread.');

let begin = performance.now();
const baseline = baselineOf(old.model, old.lags, { title: 'old', session: 'old', thresholdUs });
const baselineMs = performance.now() - begin;

// The page’s work when a baseline comes.
begin = performance.now();
const groups = compareWithBaseline(lagGroups(now.lags), baseline, { observedUs: observedUs(now.model), thresholdUs });
const stacks = ViewStacks.of(now.model.nodes);
stacks.update();
const weights = new LiveWeights().of(now.model, [{ thread: main, beginUs: 0, endUs: now.model.nowUs }]);
const tree = baseline.threads.find(({ name }) => name === main.name)?.tree;
if (tree === undefined) throw new Error('The baseline lacks the main thread.');
const others = baselineWeights(now.model, stacks, tree);
treeDifference(viewTree(now.model.nodes, stacks, weights), viewTree(now.model.nodes, stacks, others), 'wall');
const pageMs = performance.now() - begin;

begin = performance.now();
const captures = [old, now].map(({ model }, at) => atOnce(diffCapture(model, { name: String(at), thresholdUs, isAppClass })));
const capturesMs = performance.now() - begin;
begin = performance.now();
const [before, after] = [captures.slice(0, 1), captures.slice(1)];
const diff = atOnce(diffSets(before, after, thresholdUs));
atOnce(diffFrames(before, after));
const setsMs = performance.now() - begin;

const counted = [old, now].map(({ model }) => model.threads.reduce((sum, thread) => sum + thread.samples.length, 0));
process.stdout.write(
  JSON.stringify({
    samples: Math.min(...counted),
    lags: old.lags.length + now.lags.length,
    groups: Math.max(groups.length, diff.groups.length),
    ...{ baselineMs, pageMs, capturesMs, setsMs },
  }),
);
