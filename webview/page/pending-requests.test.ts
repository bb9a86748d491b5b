import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { PageSession } from '../content/page-session.ts';
import { PendingRequests } from './pending-requests.ts';

const about = {
  type: 'begin',
  session: 'shop',
  title: 'shop',
  live: true,
  keepsNames: true,
  thresholdUs: 100 * ms,
  appClasses: { packages: [], prefixes: [] },
} as const;

/** One lag of 200 ms. */
function laggingSession(): PageSession {
  const session = new PageSession(about);
  const deeds = [{ kind: 'message', us: 200 * ms, stack: ['com.example.Cart.total:5'] } as const, idle(500 * ms)];
  for (const message of scriptedApp(deeds)) session.model.apply(message);
  session.judge();
  return session;
}

function listed(): { readonly requests: PendingRequests; readonly done: string[] } {
  const done: string[] = [];
  const requests = new PendingRequests({
    selectLag: ({ id }) => void done.push(`lag ${id}`),
    sendBaseline: (_, run) => void done.push(`baseline ${run}`),
    showFunction: (key) => void done.push(`function ${key}`),
  });
  return { requests, done };
}

test('what was asked for before the session was there is done once it is, and once only', () => {
  const { requests, done } = listed();
  const session = laggingSession();
  const [lag] = session.lags;
  requests.function('com.example.Cart.total');
  requests.lag(lag?.id ?? 'none');
  requests.flush(new PageSession(about));
  assert.deepEqual(done, []);
  requests.baseline('all');
  requests.flush(session);
  requests.flush(session);
  assert.deepEqual(done, [`lag ${lag?.id}`, 'baseline all', 'function com.example.Cart.total']);
});

test('nothing that was asked of a session is done with the next one', () => {
  const { requests, done } = listed();
  const session = laggingSession();
  requests.lag(session.lags[0]?.id ?? 'none');
  requests.baseline(undefined);
  requests.function('com.example.Cart.total');
  requests.drop();
  requests.flush(session);
  assert.deepEqual(done, []);
});

test('a lag that a notice leads to is no longer wanted when the reader has chosen another one meanwhile', () => {
  const { requests, done } = listed();
  const session = laggingSession();
  requests.lag(session.lags[0]?.id ?? 'none');
  requests.dropLag();
  requests.flush(session);
  assert.deepEqual(done, []);
});
