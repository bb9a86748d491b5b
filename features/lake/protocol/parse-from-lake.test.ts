import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseFromLake } from './parse-from-lake.ts';

describe('a message of a lake’s page', () => {
  test('is taken with a place in the list of lags', () => {
    for (const message of [{ type: 'ready' }, { type: 'open', link: 0 }, { type: 'open', link: 12_345 }, { type: 'failed', text: 'x' }])
      assert.deepEqual(parseFromLake(message), message);
  });

  test('is not taken with anything else for a place', () => {
    const links = [
      ...[-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e308, Number.MIN_VALUE],
      ...['0', '__proto__', 'constructor', 'length', '../../etc/passwd', '/etc/passwd', 'file:///etc/passwd'],
      ...[undefined, null, true, 1n, [0], { path: '/etc/passwd', lag: '1' }, { valueOf: () => 0 }, Object(0)],
    ];
    for (const link of links) assert.equal(parseFromLake({ type: 'open', link }), undefined, String(link));
    assert.equal(parseFromLake({ type: 'open' }), undefined);
  });

  test('names no file: paths beside the place do not pass', () => {
    const hostile = { type: 'open', link: 1, path: '/etc/passwd', lag: '__proto__', view: { lag: 1 } };
    assert.deepEqual(parseFromLake(hostile), { type: 'open', link: 1 });
  });

  test('brings no prototype and no keys of one', () => {
    const parsed = parseFromLake(
      JSON.parse('{"type":"open","link":2,"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
    );
    assert.deepEqual(Object.keys(parsed ?? {}), ['type', 'link']);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
    assert.equal('isAdmin' in {}, false);
    for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])
      assert.equal(parseFromLake({ type, link: 0 }), undefined);
  });

  test('of no known kind is not taken, and a long failure is cut', () => {
    for (const message of [undefined, null, 'open', 7, [], ['open', 0], { link: 0 }, { type: 'page' }, { type: ['open'], link: 0 }])
      assert.equal(parseFromLake(message), undefined);
    const failed = parseFromLake({ type: 'failed', text: 'x'.repeat(1_000_000) });
    assert.ok(failed?.type === 'failed' && failed.text.length <= 10_000);
    assert.equal(parseFromLake({ type: 'failed', text: { toString: () => 'x' } }), undefined);
  });
});
