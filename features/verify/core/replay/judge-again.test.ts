import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FactResult } from '../report/field-report.ts';
import { changedAnswers, judgeAgain, reportOfToday } from './judge-again.ts';
import { deviceText, replayText } from './replay-text.ts';

const fact = (id: string, answer: FactResult['answer'], seen: FactResult['seen'] = {}): FactResult => ({
  id,
  answer,
  reason: { true: 'held', false: 'differs', untried: 'no-app' }[answer] as FactResult['reason'],
  ms: 1,
  seen,
});
const device = { vendor: 'Google', model: 'Pixel 8', system: '15', api: 35, abis: [], adbFeatures: [] };
const report = {
  laglensFieldReport: 1,
  laglens: '0.1.0',
  kind: 'android',
  day: '2026-03-01',
  host: { system: 'linux', node: '24' },
  device,
} as const;

test('observations are judged by today’s rules', () => {
  // Exit code 7 is the claim's; anything else is a difference, whatever the report says.
  const facts = [fact('android.shell.exit-code', 'true', { exit: 7 }), fact('android.shell.exit-code', 'true', { exit: 0 })];
  assert.deepEqual(
    judgeAgain({ device, facts }).map(({ result: { answer, reason } }) => [answer, reason]),
    [
      ['true', 'held'],
      ['false', 'differs'],
    ],
  );
  assert.equal(changedAnswers(judgeAgain({ device, facts })).length, 1);
});

test('a fact that became true is a difference, too', () => {
  const facts = [fact('android.date.zone', 'false', { lines: ['+1111'] })];
  const [judged] = changedAnswers(judgeAgain({ device, facts }));
  assert.equal(judged?.result.answer, 'true');
});

test('what was not tried stays so, and another version’s fact keeps its answer', () => {
  const facts = [
    fact('android.run-as.debuggable', 'untried'),
    fact('android.future.fact', 'false', { x: 1 }),
    fact('android.valueOf', 'true'),
  ];
  const judged = judgeAgain({ device, facts });
  assert.deepEqual(changedAnswers(judged), []);
  assert.deepEqual(
    judged.map(({ isKnown }) => isKnown),
    [true, false, false],
  );
});

test('a fact of other versions of the system is not tried, whatever was seen', () => {
  // Android 11 brought exit-info: the question is about API 30 and newer.
  const facts = [fact('android.exit-info.known', 'true', { title: true })];
  assert.equal(judgeAgain({ device, facts })[0]?.result.answer, 'true');
  const older = judgeAgain({ device: { ...device, api: 29 }, facts })[0]?.result;
  assert.deepEqual([older?.answer, older?.reason], ['untried', 'version']);
});

test('the text has the device, each answer with what was seen, and the differences', () => {
  const facts = [
    fact('android.shell.exit-code', 'true', { exit: 0 }),
    fact('android.date.zone', 'untried'),
    fact('android.future.fact', 'true'),
  ];
  const text = replayText({ ...report, facts }, judgeAgain({ device, facts }));
  for (const line of [
    'Google Pixel 8, 15 (API 35), by Laglens 0.1.0 on 2026-03-01',
    'false    android.shell.exit-code  The exit code of a command arrives',
    '         seen: exit 0',
    'untried  android.date.zone  date says the zone as sign, hours and minutes: needs a debuggable app: name one with --app',
    "1 true, 1 false, 1 untried by today's rules.",
    '  android.shell.exit-code: true -> false',
    'Facts of another version of Laglens, which keep their answers: 1',
  ])
    assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
});

test('today’s report has the shape of the old one', () => {
  const facts = [fact('android.shell.exit-code', 'true', { exit: 0 })];
  const today = reportOfToday({ ...report, facts }, judgeAgain({ device, facts }));
  assert.deepEqual(today, { ...report, facts: [{ ...facts[0], answer: 'false', reason: 'differs' }] });
});

test('a device without names has a text', () => {
  assert.equal(deviceText({ abis: [], adbFeatures: [] }), 'unknown device');
  assert.equal(deviceText({ vendor: 'Xiaomi', model: 'Xiaomi 13', system: '14', abis: [], adbFeatures: [] }), 'Xiaomi 13, 14');
});
