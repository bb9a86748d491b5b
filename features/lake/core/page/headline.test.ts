import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headline } from './headline.ts';

const pair = (nowSessions: number, beforeSessions: number) => ({ now: '1.1', before: '1.0', nowSessions, beforeSessions });
const none = { more: 0, less: 0, added: 0 };

test('a headline says what changed beyond chance, or that too few sessions were there for a verdict', () => {
  assert.equal(headline(pair(1, 1), none), '1.1 against 1.0: nothing beyond chance; 2 sessions are too few, 5 each would do');
  assert.equal(headline(pair(5, 5), none), '1.1 against 1.0: nothing beyond chance');
  assert.equal(headline(pair(8, 4), none), '1.1 against 1.0: nothing beyond chance; 4 sessions are too few of 1.0, 5 would do');
  assert.equal(headline(pair(1, 9), none), '1.1 against 1.0: nothing beyond chance; 1 session is too few of 1.1, 5 would do');
  assert.equal(
    headline(pair(6, 6), { more: 2, less: 1, added: 0 }),
    '1.1 against 1.0: 2 groups of lags take more time, 1 group of lags takes less time',
  );
  assert.equal(headline(pair(2, 2), { more: 1, less: 0, added: 0 }), '1.1 against 1.0: 1 group of lags takes more time');
  assert.equal(
    headline(pair(6, 6), { more: 0, less: 0, added: 3 }),
    '1.1 against 1.0: nothing beyond chance; 3 groups of lags seen for the first time',
  );
});
