import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageRequest, PageRequests } from './page-requests.ts';

function posted(): { readonly requests: PageRequests; readonly types: string[] } {
  const types: string[] = [];
  return { requests: new PageRequests((request: PageRequest) => void types.push(request.type)), types };
}

const showFunction = { type: 'showFunction', function: 'com.example.Cart.total' } as const;

test('a request waits until the page can do it, and is posted once', () => {
  const { requests, types } = posted();
  requests.send(showFunction);
  requests.send({ type: 'showSymbols' });
  requests.send({ type: 'setBaseline', run: undefined });
  assert.deepEqual(types, []);
  requests.reached('begun');
  assert.deepEqual(types, ['showSymbols']);
  requests.reached('loaded');
  requests.reached('loaded');
  assert.deepEqual(types, ['showSymbols', 'showFunction', 'setBaseline']);
  requests.send(showFunction);
  assert.equal(types.length, 4);
});

test('a page that is loaded again gets requests once it has begun again', () => {
  const { requests, types } = posted();
  requests.reached('loaded');
  requests.reached('loading');
  requests.send({ type: 'showLag', lag: '0:1:5000' });
  requests.send({ type: 'showLag', lag: '0:1:9000' });
  assert.deepEqual(types, []);
  requests.reached('begun');
  assert.deepEqual(types, ['showLag']);
});

test('nothing that was asked of a session is done with the next one', () => {
  const { requests, types } = posted();
  requests.send(showFunction);
  requests.clear();
  requests.reached('loaded');
  assert.deepEqual(types, []);
});
