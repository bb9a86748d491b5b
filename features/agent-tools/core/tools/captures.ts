import { msWords } from '../answers/ms.ts';
import { leftOut, tokenBudget, withinBudget } from '../answers/within-budget.ts';
import { quoted } from '../shapes/data-text.ts';
import { choice, data, type FieldsOf, flag, list, maybe, number, object, text, usually } from '../shapes/shape.ts';
import { type Answered, dataNote, defineTool } from '../tool.ts';
import { lagFields, lagWords } from './list-lags.ts';

export const captureStates = ['connecting', 'waitingForApp', 'streaming', 'noData', 'ended'] as const;

const captureHandle = text('Handle of laglens_start_capture; also the session of other tools, while it lasts and after.', 40);
const stateFields = {
  state: choice('waitingForApp: the capture goes on by itself when the app is there. noData: nothing arrives now.', captureStates),
  problem: maybe(data('What went wrong, and the next step.')),
};

const startArgs = {
  device: text('Handle of laglens_devices.', 200),
  app: text('Handle of laglens_devices.', 400),
  launch: usually(flag('Starts the app again, to see its launch.'), false),
};

const startAnswer = {
  capture: captureHandle,
  session: data('Path that the session will have in the workspace.'),
  cursor: number('For laglens_wait.'),
  next: text('The next step.'),
  ...stateFields,
};

export const startCapture = defineTool({
  name: 'laglens_start_capture',
  title: 'Start a capture',
  description:
    'Records an app: puts Laglens’ agent into its process and writes a session below laglens-captures in the workspace. The person is asked before. Then ask the person to use the app, and call laglens_wait.',
  args: startArgs,
  answer: startAnswer,
  isReadOnly: false,
});

export type StartArguments = FieldsOf<typeof startArgs>;
export type Started = FieldsOf<typeof startAnswer>;

const waitArgs = {
  capture: captureHandle,
  until: usually(
    choice('lag: one begins or ends. quiet: none for three seconds. mark: the person set one. end: the capture is over.', [
      'lag',
      'quiet',
      'mark',
      'end',
    ]),
    'lag',
  ),
  cursor: usually(number('Of the last answer: what was reported before it is not repeated.'), 0),
  timeoutMs: usually(number('Longest wait.', 0, 60_000), 30_000),
  tokenBudget,
};

const waitAnswer = {
  capture: captureHandle,
  happened: choice('What ended the wait.', ['lag', 'quiet', 'mark', 'ended', 'timeout']),
  cursor: number('For the next call.'),
  atMs: number('Time of the session.'),
  lags: list('Lags that began or ended since the cursor. One that is open is reported again at its end.', object('', lagFields)),
  marks: list('Marks since the cursor.', object('', { atMs: number('When.'), name: data('Its name.') })),
  ...stateFields,
  leftOut,
};

export const waitForLag = defineTool({
  name: 'laglens_wait',
  title: 'Wait for a lag',
  description: `Waits in a running capture until a lag begins, also while it lasts, or until another event; at most 60 s a call. ${dataNote}`,
  args: waitArgs,
  answer: waitAnswer,
  isReadOnly: true,
});

export type WaitArguments = FieldsOf<typeof waitArgs>;
export type Waited = FieldsOf<typeof waitAnswer>;

export function answerWait(whole: Waited, given: WaitArguments): Answered<typeof waitAnswer> {
  const next = `laglens_list_lags ${JSON.stringify({ session: given.capture, by: 'lag' })}`;
  const cuttable = [
    { key: 'marks', least: 1, from: 'start', next },
    { key: 'lags', least: 1, from: 'start', next },
  ] as const;
  const fitted = withinBudget(whole, cuttable, given.tokenBudget, waitWords);
  return { answer: fitted, words: waitWords(fitted) };
}

function waitWords({ happened, cursor, atMs, lags, marks, state, problem, leftOut: missing = [] }: Waited): string {
  return [
    `${happened} at ${msWords(atMs)}, ${state}. Cursor ${cursor}.`,
    ...(problem === undefined ? [] : [`Problem: ${quoted(problem)}`]),
    ...lags.map(lagWords),
    ...marks.map(({ atMs: at, name }) => `mark ${quoted(name)} at ${msWords(at)}`),
    ...missing.map(({ what, count, next }) => `${count} ${what} left out: ${next}`),
  ].join('\n');
}

const stopArgs = { capture: captureHandle };

const stopAnswer = {
  capture: captureHandle,
  session: maybe(data('Path of the session in the workspace; left out if nothing was recorded.')),
  lagCount: number('Lags of at least 100 ms.'),
  next: text('The next step.'),
  problem: maybe(data('What went wrong, and the next step.')),
};

export const stopCapture = defineTool({
  name: 'laglens_stop_capture',
  title: 'Stop a capture',
  description: 'Ends a capture, removes the agent’s files from the device, and names the session. The person is asked before.',
  args: stopArgs,
  answer: stopAnswer,
  isReadOnly: false,
});

export type StopArguments = FieldsOf<typeof stopArgs>;
export type Stopped = FieldsOf<typeof stopAnswer>;

export function startedWords({ capture, session, state, next }: Started): string {
  return `${capture} is ${state}, session ${quoted(session)}. ${next}`;
}

export function stoppedWords({ capture, session, lagCount, next, problem }: Stopped): string {
  const file = session === undefined ? 'nothing was recorded' : `session ${quoted(session)}`;
  return `${capture} is over: ${file}, ${lagCount} lags. ${problem === undefined ? '' : `${quoted(problem)} `}${next}`;
}
