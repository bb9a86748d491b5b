import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { lockedShop } from '../../../tests/core/locked-shop.ts';
import type { LagList } from '../core/tools/list-lags.ts';
import { AgentWorkspace, lags, nextCalls } from '../tests/agent-workspace.ts';

const total = ['com.example.Shop.open:12', 'com.example.Cart.total:34'] as const;
const load = 'com.example.Feed.load:7';

function groupsOf({ groups = [] }: LagList): NonNullable<LagList['groups']> {
  return groups;
}

describe('laglens_list_lags', () => {
  test('gives groups with count, time, cause and line, most time first', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', [...lags(3, 200, ...total), ...lags(1, 500, load)]);
    const { answer } = await place.answer('laglens_list_lags', { session: 'a.laglens' });
    // 3 x 200 ms and 1 x 500 ms.
    assert.deepEqual([answer.lagCount, answer.lagMs, answer.live], [4, 1_100, false]);
    assert.deepEqual(
      groupsOf(answer).map((group) => [group.count, group.totalMs, group.worstMs, group.culprit]),
      [
        [3, 600, 200, { name: 'Cart.total', at: 'Cart.java:34' }],
        [1, 500, 500, { name: 'Feed.load', at: 'Feed.java:7' }],
      ],
    );
    assert.match(groupsOf(answer)[1]?.why ?? '', /^Busy: \d+ % of 500 ms in "Feed\.load" \("Feed\.java:7"\)\.$/);
  });

  test('gives the lags of one group, longest first, and those after some', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', [...lags(1, 200, ...total), ...lags(2, 400, ...total), ...lags(1, 500, load)]);
    const { answer: all } = await place.answer('laglens_list_lags', { session: 'a.laglens' });
    const group = groupsOf(all).find((each) => each.count === 3)?.group;
    const of = async (more: object) => {
      const { answer } = await place.answer('laglens_list_lags', { session: 'a.laglens', group, ...more });
      return (answer.lags ?? []).map((each) => each.ms);
    };
    assert.deepEqual(await of({}), [400, 400, 200]);
    assert.deepEqual(await of({ offset: 1 }), [400, 200]);
    assert.deepEqual(await of({ minMs: 300 }), [400, 400]);
    // The first 200 ms end at 1,000 ms.
    assert.deepEqual(await of({ fromMs: 1_500 }), [400, 400]);
  });

  test('finds shorter lags on request, whose handles are explained', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', lags(1, 40, load));
    const usual = await place.answer('laglens_list_lags', { session: 'a.laglens' });
    assert.equal(usual.answer.lagCount, 0);
    const { answer } = await place.answer('laglens_list_lags', { session: 'a.laglens', minMs: 20, by: 'lag' });
    const { answer: one } = await place.answer('laglens_explain_lag', { session: 'a.laglens', lag: answer.lags?.[0]?.lag });
    assert.deepEqual([one.ms, one.culprit?.name], [40, 'Feed.load']);
  });

  test('keeps its budget, names what it left out, and the named calls bring every group once', async (t) => {
    const place = await AgentWorkspace.make(t);
    const deeds = Array.from({ length: 70 }, (_, at) => lags(1, 150 + at, `com.example.Screen${at}.drawEverything:${at + 1}`)).flat();
    await place.session('a.laglens', deeds);
    const seen: string[] = [];
    let calls = 0;
    let args: object | undefined = { session: 'a.laglens' };
    while (args !== undefined) {
      const { answer, words }: { answer: LagList; words: string } = await place.answer('laglens_list_lags', {
        ...args,
        tokenBudget: 1_000,
      });
      assert.ok(Buffer.byteLength(JSON.stringify(answer) + words) / 4 <= 1_000);
      seen.push(...groupsOf(answer).map(({ culprit }) => culprit?.name ?? ''));
      assert.ok(++calls < 40);
      args = nextCalls(answer)[0]?.args;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 70 }, (_, at) => `Screen${69 - at}.drawEverything`),
    );
  });
});

describe('laglens_explain_lag', () => {
  test('has the path from the app’s outermost function on, with recursion folded, and how the time was spent', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session(
      'a.laglens',
      lags(1, 600, 'com.example.Shop.open:12', ...Array.from({ length: 4 }, () => 'com.example.Tree.walk:5'), load),
    );
    const { answer: listed } = await place.answer('laglens_list_lags', { session: 'a.laglens' });
    const { answer } = await place.answer('laglens_explain_lag', { session: 'a.laglens', lag: groupsOf(listed)[0]?.worst });
    assert.deepEqual(
      answer.path?.map(({ name, at, times }) => [name, at, times ?? 1]),
      [
        ['Shop.open', 'Shop.java:12', 1],
        ['Tree.walk', 'Tree.java:5', 4],
        ['Feed.load', 'Feed.java:7', 1],
      ],
    );
    assert.ok((answer.callersLeftOut ?? 0) > 0);
    assert.equal(answer.rule, 'busy');
    const spent = Object.values(answer.time).reduce((sum, each) => sum + each, 0);
    assert.ok(Math.abs(spent - 600) < 1, `${spent}`);
  });

  test('names the lock, its holder, the holder’s line, and what that one waits for', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.messages('a.laglens', lockedShop());
    const { answer: listed } = await place.answer('laglens_list_lags', { session: 'a.laglens' });
    const { answer, words } = await place.answer('laglens_explain_lag', { session: 'a.laglens', lag: groupsOf(listed)[0]?.worst });
    // As the script has it: main waits for Cart, held by bg-db, which waits for Db, held by disk.
    assert.deepEqual(
      answer.waits?.map((wait) => [wait.thread, wait.object, wait.heldBy, wait.heldIn?.name, wait.heldIn?.at]),
      [
        ['main', 'Cart', 'bg-db', 'Db.write', 'Db.java:61'],
        ['bg-db', 'Db', 'disk', 'Disk.flush', 'Disk.java:70'],
      ],
    );
    assert.equal(answer.rule, 'lock');
    assert.match(words, /"main" waited 500 ms for "Cart", held by "bg-db" in "Db\.write" \("Db\.java:61"\)\./);
  });

  test('keeps cause, culprit’s line and heaviest call under the smallest budget', async (t) => {
    const place = await AgentWorkspace.make(t);
    const deep = Array.from({ length: 60 }, (_, at) => `com.example.VeryLongNameOfAScreen${at}.layOutAllOfItsRows:${at + 1}`);
    await place.session('a.laglens', lags(1, 600, ...deep));
    const { answer: listed } = await place.answer('laglens_list_lags', { session: 'a.laglens' });
    const ask = { session: 'a.laglens', lag: groupsOf(listed)[0]?.worst };
    const { answer, words } = await place.answer('laglens_explain_lag', { ...ask, tokenBudget: 400 });
    assert.ok(Buffer.byteLength(JSON.stringify(answer) + words) / 4 <= 400);
    assert.equal(answer.culprit?.at, 'VeryLongNameOfAScreen59.java:60');
    assert.equal(answer.path?.at(-1)?.at, 'VeryLongNameOfAScreen59.java:60');
    assert.match(answer.why, /VeryLongNameOfAScreen59/);
    const path = nextCalls(answer).find(({ what }) => what === 'path');
    const { answer: whole } = await place.answer('laglens_explain_lag', { ...path?.args, tokenBudget: 20_000 });
    assert.equal(whole.path?.length, 60);
  });
});

describe('laglens_source_costs', () => {
  test('has lines and functions of a file, by its name or its path', async (t) => {
    const place = await AgentWorkspace.make(t);
    const parts = [
      { us: 100 * ms, stack: ['com.example.Shop.open:12', 'com.example.Cart.total:34'] },
      { us: 200 * ms, stack: ['com.example.Shop.open:12', 'com.example.Cart.total:36', load] },
    ];
    await place.session('a.laglens', [idle(500 * ms), { kind: 'message', us: 300 * ms, parts }]);
    await place.write('app/src/com/example/Cart.java', '');
    for (const file of ['Cart.java', 'app/src/com/example/Cart.java']) {
      const { answer } = await place.answer('laglens_source_costs', { session: 'a.laglens', file });
      assert.equal(answer.file, 'app/src/com/example/Cart.java');
      assert.deepEqual(
        answer.lines.map(({ line, totalMs, selfMs, lags: count }) => [
          line,
          Math.round(totalMs / 10) * 10,
          Math.round(selfMs / 10) * 10,
          count,
        ]),
        [
          [36, 200, 0, 1],
          [34, 100, 100, 1],
        ],
      );
      assert.deepEqual([answer.functions[0]?.name, answer.functions[0]?.from, answer.functions[0]?.to], ['Cart.total', 34, 36]);
    }
    const { answer } = await place.answer('laglens_source_costs', { session: 'a.laglens', function: 'Feed.load' });
    assert.deepEqual([answer.file, answer.lines.length, answer.lines[0]?.line], ['Feed.java', 1, 7]);
  });

  test('says which call names files when one is unknown', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', lags(1, 200, load));
    for (const args of [{ file: 'Other.java' }, { function: 'Other.run' }, {}]) {
      const { next } = await place.error('laglens_source_costs', { session: 'a.laglens', ...args });
      assert.match(next, /^Call laglens_/);
    }
  });
});

describe('laglens_threads_at', () => {
  test('has all threads at a moment or at a lag’s worst one: main first, then owners', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.messages('a.laglens', lockedShop());
    const { answer } = await place.answer('laglens_threads_at', { session: 'a.laglens', atMs: 500 });
    const [main, db, disk] = answer.threads;
    assert.deepEqual([main?.thread, db?.thread, disk?.thread], ['main', 'bg-db', 'disk']);
    assert.deepEqual([main?.activity, main?.heldBy, main?.stack[0]?.at], ['blocked', 'bg-db', 'Cart.java:12']);
    assert.match(main?.waits ?? '', /^waits for lock of "Cart", held by "bg-db"$/);
    const { answer: listed } = await place.answer('laglens_list_lags', { session: 'a.laglens' });
    const { answer: worst } = await place.answer('laglens_threads_at', { session: 'a.laglens', lag: groupsOf(listed)[0]?.worst });
    // The wait lasts from 200 to 700 ms.
    assert.ok(Math.abs(worst.atMs - 450) <= 10, `${worst.atMs}`);
  });

  test('refuses a moment outside of the session', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', lags(1, 200, load));
    // Two seconds, sampled each 10 ms from 5 ms on.
    const { next } = await place.error('laglens_threads_at', { session: 'a.laglens', atMs: 10_000 });
    assert.match(next, /within the session’s 1995 ms/);
  });
});

describe('files', () => {
  test('of the workspace alone are read: no parents, no absolute paths, no links that leave it', async (t) => {
    const place = await AgentWorkspace.make(t);
    const other = await AgentWorkspace.make(t);
    await other.session('secret.laglens', lags(1, 200, load));
    await symlink(other.folder, join(place.folder, 'way'));
    await symlink(join(other.folder, 'secret.laglens'), join(place.folder, 'near.laglens'));
    for (const session of [`${other.folder}/secret.laglens`, '../x.laglens', 'way/secret.laglens', 'near.laglens', '/etc/passwd', '.']) {
      const { error } = await place.error('laglens_list_lags', { session });
      assert.match(error, /is outside of the workspace/, session);
      for (const args of [{ before: [session], after: [session] }, { sessions: [session] }])
        await place.error('before' in args ? 'laglens_compare' : 'laglens_check', args);
    }
    await place.session('in/side.laglens', lags(1, 200, load));
    await mkdir(join(place.folder, 'other'));
    await symlink(join(place.folder, 'in'), join(place.folder, 'other', 'link'));
    const { answer } = await place.answer('laglens_list_lags', { session: 'other/link/side.laglens' });
    assert.equal(answer.session, 'in/side.laglens');
  });

  test('outside are refused by their name, before the disk is asked', async (t) => {
    const place = await AgentWorkspace.make(t);
    // The disk would refuse such a long name by an error of its own.
    const { error } = await place.error('laglens_list_lags', { session: `/${'a'.repeat(300)}` });
    assert.match(error, /is outside of the workspace/);
  });

  test('with impossible names are missing ones', async (t) => {
    const place = await AgentWorkspace.make(t);
    for (const session of ['a'.repeat(300), 'a\0b']) {
      const { error } = await place.error('laglens_list_lags', { session });
      assert.match(error, /^There is no file/);
    }
  });

  test('that changed are read again, and ones that are no session say so', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', lags(1, 200, load));
    const count = async () => (await place.answer('laglens_list_lags', { session: 'a.laglens' })).answer.lagCount;
    assert.equal(await count(), 1);
    await place.session('a.laglens', lags(3, 200, load));
    assert.equal(await count(), 3);
    await place.write('b.laglens', 'no session');
    assert.match((await place.error('laglens_list_lags', { session: 'b.laglens' })).error, /\[(?:session|format)-/);
    assert.match((await place.error('laglens_list_lags', { session: 'missing.laglens' })).error, /There is no file "missing\.laglens"/);
  });

  test('of sources are named by their path in the workspace, unless two match alike', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', [...lags(1, 300, 'com.example.Cart.total:34'), ...lags(1, 200, 'com.example.FeedKt.load:7')]);
    await place.write('app/src/main/java/com/example/Cart.java', '');
    await place.write('one/Feed.kt', '');
    await place.write('two/Feed.kt', '');
    const { answer } = await place.answer('laglens_list_lags', { session: 'a.laglens' });
    assert.deepEqual(
      groupsOf(answer).map(({ culprit }) => culprit?.at),
      ['app/src/main/java/com/example/Cart.java:34', 'Feed.kt:7'],
    );
  });
});

test('handles of other sessions are refused with the call that lists lags', async (t) => {
  const place = await AgentWorkspace.make(t);
  await place.session('a.laglens', lags(2, 200, load));
  for (const lag of ['0-0-1', 'x', '__proto__'])
    assert.deepEqual(await place.error('laglens_explain_lag', { session: 'a.laglens', lag }), {
      error: 'There is no such lag in the session. It has 2 lags, none with that handle.',
      next: 'Call laglens_list_lags with session "a.laglens".',
    });
  await place.error('laglens_list_lags', { session: 'a.laglens', group: 'g-00000000' });
});

test('a cancelled call ends, and other calls of the same file go on', async (t) => {
  const place = await AgentWorkspace.make(t);
  await place.session('a.laglens', [message(300 * ms, load)]);
  const signal = AbortSignal.abort();
  await assert.rejects(place.call('laglens_list_lags', { session: 'a.laglens' }, { signal }), { name: 'AbortError' });
  assert.equal((await place.answer('laglens_list_lags', { session: 'a.laglens' })).answer.lagCount, 1);
});

test('a thousand calls at once get their answers, from one decoding', async (t) => {
  const place = await AgentWorkspace.make(t);
  await place.session('a.laglens', lags(5, 200, load));
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => place.answer('laglens_list_lags', { session: 'a.laglens' })));
  assert.equal(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size, 1);
  assert.equal(answers[0]?.answer.lagCount, 5);
});
