import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { busyRule } from '../../../core/analysis/causes/busy.ts';
import type { CauseFacts } from '../../../core/analysis/causes/facts/cause-facts.ts';
import { namedWaitRule } from '../../../core/analysis/causes/named-wait.ts';
import { causeText } from '../../../core/analysis/report/cause-text.ts';
import { ForeignProgram } from './foreign-program.ts';

/** Each wait lasts 700 ms; a busy computer may let main begin it late. */
const LEAST_WAIT_US = 350_000;
const ROUNDED_US = 20_000;
/** Below this share of main's work on a core, the missing core is a cause, too. */
const OWN_CORE_SHARE = 0.6;

interface Wait {
  readonly library: string;
  readonly rule: string;
  readonly text: RegExp;
  /** Method of `com.example.foreign.Waits` that used the library. */
  readonly culprit: string;
  readonly owner?: string;
  /** Nobody owns the object, and this thread ended the wait. */
  readonly ender?: string;
}

const waits: Readonly<Record<string, Wait>> = {
  cache: {
    library: 'Caffeine loads the same entry in another thread',
    rule: 'lock',
    text: /for the lock of ConcurrentHashMap\$\w+\. price-loader held it in Foreign\.keepMain \(Foreign\.java:\d+\) and slept\.$/,
    culprit: 'askCache',
    owner: 'price-loader',
  },
  log: {
    library: 'Logback writes for another thread',
    rule: 'objectWait',
    text: /for ReentrantLock in Waits\.log \(.+\)\. audit-writer held it in Foreign\.keepMain \(Foreign\.java:\d+\) and slept\.$/,
    culprit: 'log',
    owner: 'audit-writer',
  },
  pool: {
    library: 'Commons Pool has no object left',
    rule: 'objectWait',
    text: /for Condition in Waits\.borrow \(Waits\.java:\d+\)\./,
    culprit: 'borrow',
    ender: 'report',
  },
  redis: {
    library: 'Jedis waits for its server',
    rule: 'network',
    text: /^Main waited .+ for the network in Waits\.ping \(Waits\.java:\d+\)\.$/,
    culprit: 'ping',
  },
  row: {
    library: 'H2 waits for another connection’s transaction',
    rule: 'objectWait',
    text: /for Transaction in Waits\.update \(Waits\.java:\d+\)\./,
    culprit: 'update',
    ender: 'importer',
  },
  file: {
    library: 'SQLite waits for a file that another connection locked',
    rule: 'database',
    text: /^Main used a database for .+ in Waits\.update \(Waits\.java:\d+\)\.$/,
    culprit: 'update',
  },
  process: {
    library: 'Commons Exec waits for its child',
    rule: 'process',
    text: /^Main waited .+ for a process to end in Waits\.runCommand \(Waits\.java:\d+\)\.$/,
    culprit: 'runCommand',
  },
  retry: {
    library: 'Failsafe sleeps between tries',
    rule: 'sleep',
    text: /^Main slept .+ in Waits\.retry \(Waits\.java:\d+\)\.$/,
    culprit: 'retry',
  },
};

interface Work {
  readonly library: string;
  /** JVM signatures of its classes begin so. */
  readonly prefix: string;
  readonly rule: 'busy' | 'database' | 'classes';
  readonly text: RegExp;
  /** Method of `com.example.foreign.Work`. */
  readonly culprit: string;
}

const works: Readonly<Record<string, Work>> = {
  json: {
    library: 'Gson parses',
    prefix: 'Lcom/google/gson/',
    rule: 'busy',
    text: /^Busy: .+ Work\.parse \(Work\.java:\d+\)\.$/,
    culprit: 'parse',
  },
  compiler: {
    library: 'Eclipse’s compiler compiles',
    prefix: 'Lorg/eclipse/jdt/',
    rule: 'busy',
    text: /^Busy: .+ Work\.compileOnce \(Work\.java:\d+\)\.$/,
    culprit: 'compileOnce',
  },
  query: {
    library: 'SQLite counts in native code',
    prefix: 'Lorg/sqlite/',
    rule: 'database',
    text: /^Main used a database for .+ in Work\.count \(Work\.java:\d+\)\.$/,
    culprit: 'count',
  },
  classes: {
    library: 'H2’s classes are loaded from its jar',
    prefix: 'Ljava/lang/ClassLoader;',
    rule: 'classes',
    text: /^Main loaded classes for .+ in Work\.loadOne \(Work\.java:\d+\)\.$/,
    culprit: 'loadOne',
  },
};

suite('published libraries make main lag', { timeout: 600_000 }, () => {
  let program: ForeignProgram;

  before(async () => {
    program = await ForeignProgram.start();
  });
  after(() => program?.[Symbol.asyncDispose]());

  for (const [kind, { library, rule, text, culprit, owner, ender }] of Object.entries(waits)) {
    test(`${library}: ${rule}`, async (t) => {
      const judged = await program.judge(kind);
      t.diagnostic(judged.text);
      const { lag, cause } = judged;
      assert.equal(cause.rule, rule, judged.text);
      assert.match(judged.text, text);
      assert.equal(judged.owner, owner);
      // Only a sample of its last step shows it.
      const [, likely = ender] = /(\S+) likely ended the wait/.exec(judged.text) ?? [];
      assert.equal(likely, ender);
      assert.ok(cause.explainedUs >= LEAST_WAIT_US, judged.text);
      assert.ok(cause.explainedUs <= lag.endUs - lag.beginUs + ROUNDED_US, judged.text);
      assert.deepEqual([lag.culprit?.class, lag.culprit?.method], ['com.example.foreign.Waits', culprit]);
    });
  }

  for (const [kind, { library, prefix, rule, text, culprit }] of Object.entries(works)) {
    test(`${library}: ${rule}`, async (t) => {
      const judged = await program.judge(kind);
      const { use, lag, cause, facts } = judged;
      t.diagnostic(judged.text);
      const coreShare = use.cpuUs / (use.endUs - use.beginUs);
      assert.ok(cause.rule === rule || (cause.rule === 'noCore' && coreShare < OWN_CORE_SHARE), `${coreShare}: ${judged.text}`);
      // What the rule says does not depend on other processes.
      const own = (rule === 'busy' ? busyRule : namedWaitRule).find(facts);
      assert.ok(own !== undefined);
      t.diagnostic(causeText(own));
      assert.equal(own.rule, rule);
      assert.match(causeText(own), text);
      assert.ok(Math.abs(lag.busyUs - use.cpuUs) < 0.2 * use.cpuUs, `busy ${lag.busyUs}, by its own clock ${use.cpuUs}`);
      assert.ok(shareOfWorkIn(prefix, facts) > 0.8, `${shareOfWorkIn(prefix, facts)}`);
      assert.deepEqual([lag.culprit?.class, lag.culprit?.method], ['com.example.foreign.Work', culprit]);
    });
  }
});

/** Sampled work below frames of a library. */
function shareOfWorkIn(prefix: string, { model, stacks }: CauseFacts): number {
  const { nodes, methods } = model;
  const isBelow = (top: number): boolean => {
    for (let node = top; node !== 0; node = nodes.parent[node] ?? 0) {
      if (methods[nodes.method[node] ?? 0]?.class.startsWith(prefix) === true) return true;
    }
    return false;
  };
  const sumUs = stacks.reduce((sum, { busyUs }) => sum + busyUs, 0);
  return stacks.reduce((sum, { node, busyUs }) => (isBelow(node) ? sum + busyUs : sum), 0) / sumUs;
}
