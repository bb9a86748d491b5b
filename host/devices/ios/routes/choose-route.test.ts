import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployByFirstFit } from './choose-route.ts';
import { CopyRoute } from './copy-route.ts';
import type { Route, RouteRequest } from './route.ts';

test('a start says what begins in one sentence, and the log why other ways were not taken', async () => {
  const [steps, logged]: [string[], string[]] = [[], []];
  const options = {
    ...{ log: (line: string) => logged.push(line), progress: (step: string) => steps.push(step) },
    ...{ signal: new AbortController().signal, consent: async () => false },
  };
  const embedded: Route = {
    name: 'the agent that the app carries',
    plan: async () => ({ unfit: 'no process of the app has carried one yet', next: 'Link it.' }),
  };
  const copy = new CopyRoute({ ...Object.create(null), name: 'a signed copy of the app', unfit: () => undefined });
  const request: RouteRequest = Object.assign(Object.create(null), {
    ...{ options, target: { app: 'com.example.shop' }, device: { facts: { name: 'iPhone' } } },
    built: { name: 'Shop', configuration: 'Debug' },
  });
  // The question is answered with no.
  await assert.rejects(deployByFirstFit([embedded, copy], request), { name: 'AbortError' });
  assert.deepEqual(steps, ['Preparing an instrumented copy of Shop']);
  assert.deepEqual(logged, [
    'By a signed copy of the app. Not used: the agent that the app carries (no process of the app has carried one yet).',
  ]);
});
