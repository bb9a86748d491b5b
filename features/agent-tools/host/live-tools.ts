import { lagGroups } from '../../../core/analysis/lags/groups/lag-groups.ts';
import { explain, LaglensError, messageOf } from '../../../core/errors.ts';
import { allRows, openDevice } from '../../../host/devices/open-device.ts';
import { ms } from '../core/answers/ms.ts';
import { groupHandle } from '../core/answers/short-handle.ts';
import { ToolError } from '../core/answers/tool-error.ts';
import type { SessionView } from '../core/session-view.ts';
import { type DataText, dataText, quoted } from '../core/shapes/data-text.ts';
import {
  answerWait,
  type StartArguments,
  type Started,
  type Stopped,
  startCapture,
  startedWords,
  stopCapture,
  stoppedWords,
  type WaitArguments,
  type Waited,
  waitForLag,
} from '../core/tools/captures.ts';
import { answerDevices, type Devices, type DevicesArguments, listDevices, usableFacts } from '../core/tools/devices.ts';
import { listedLag } from '../core/tools/list-lags.ts';
import type { CaptureEvent, LiveCapture } from './live-capture.ts';
import type { LiveCaptures } from './live-captures.ts';
import { type CallContext, type Tool, toolOf } from './toolbox.ts';
import { waitFor } from './wait-for.ts';
import { Sources } from './workspace-sources.ts';

/** Events of one answer. */
const MOST_EVENTS = 50;

/** Tools that reach devices. */
export function liveTools(captures: LiveCaptures): readonly Tool[] {
  const sources = new Sources(captures.workspace);
  return [
    toolOf(listDevices, async (args, { signal }) =>
      answerDevices(await captures.ask(signal, () => devicesOf(captures, args, signal)), args),
    ),
    toolOf(startCapture, async (args, context) => {
      await askToStart(args, context);
      const answer = await started(captures, args, context.signal);
      return { answer, words: startedWords(answer) };
    }),
    toolOf(waitForLag, async (args, context) => {
      const capture = captures.of(args.capture);
      if (args.cursor > capture.cursor) throw staleCursor(capture);
      const happened = await waitFor(capture, args, context);
      return answerWait(await waited(capture, args, happened, sources), args);
    }),
    toolOf(stopCapture, async ({ capture: handle }, context) => {
      const capture = captures.of(handle);
      const isOver = capture.state.kind === 'ended';
      if (!isOver) await ask(context, `Stop ${handle}?`, 'Ask the person to end the capture: it also ends with its program.');
      const answer = await stopped(captures, capture);
      return { answer, words: stoppedWords(answer) };
    }),
  ];
}

async function askToStart({ device, app, launch }: StartArguments, context: CallContext): Promise<void> {
  const [what, where] = [quoted(dataText(app)), quoted(dataText(device))];
  const how = launch ? `Start ${what} again on ${where} and record it?` : `Record ${what} on ${where}?`;
  await ask(
    context,
    `${how} Laglens puts its agent into the app's process, and removes its files at the end. The session is written below laglens-captures in the workspace.`,
    `Ask the person to run in a terminal: laglens record --device ${shellWord(device)} --app ${shellWord(app)} -o recorded.laglens. Then call laglens_list_lags with that file.`,
  );
}

/** @throws ToolError unless the person says yes */
async function ask({ ask: question }: CallContext, text: string, otherwise: string): Promise<void> {
  if (question === undefined) throw new ToolError('This client cannot ask the person, who has to agree first.', otherwise);
  if (!(await question(text))) throw new ToolError('The person said no.', 'Ask the person what to do instead.');
}

function shellWord(text: string): string {
  return `'${dataText(text).replaceAll("'", '')}'`;
}

async function devicesOf({ providers }: LiveCaptures, given: DevicesArguments, signal: AbortSignal): Promise<Devices> {
  const problems: DataText[] = [];
  const rows = await allRows(providers, signal, (error) => problems.push(dataText(explained(error))));
  const devices = rows.map((row) => ({ device: row.id, detail: dataText(row.detail), ...usableFacts(row) }));
  if (given.device === undefined) return { devices, problems };
  const apps = await (await openDevice(providers, given.device, signal)).apps(signal);
  const find = (given.find ?? '').toLowerCase();
  const wanted = apps.filter(({ id, name }) => id.toLowerCase().includes(find) || name.toLowerCase().includes(find));
  return {
    devices: devices.filter(({ device }) => device === given.device),
    apps: wanted.map((row) => ({ app: row.id, running: row.processes.length > 0, ...usableFacts(row) })),
    problems,
  };
}

/** For a model. */
function nextStep(next: string): { readonly next: string } {
  return { next };
}

function explained(error: unknown): string {
  return error instanceof LaglensError ? `${error.message} ${error.next}` : messageOf(error);
}

async function started(captures: LiveCaptures, args: StartArguments, signal: AbortSignal): Promise<Started> {
  const { live, path } = await captures.start(args, signal);
  return {
    capture: live.handle,
    session: dataText(path),
    cursor: 0,
    ...nextStep(`Ask the person to use the app, then call laglens_wait ${JSON.stringify({ capture: live.handle })}.`),
    ...stateFacts(live),
  };
}

function stateFacts({ state }: LiveCapture): Pick<Waited, 'state' | 'problem'> {
  const { problem } = state;
  return { state: state.kind, ...(problem === undefined ? {} : { problem: dataText(`${problem.message} ${problem.next}`) }) };
}

function staleCursor({ cursor, handle }: LiveCapture): ToolError {
  return new ToolError(
    `The capture has only ${cursor} events: the cursor is of another one.`,
    `Call laglens_wait ${JSON.stringify({ capture: handle, cursor })}.`,
  );
}

async function waited(capture: LiveCapture, { cursor }: WaitArguments, happened: Waited['happened'], sources: Sources): Promise<Waited> {
  const next = capture.cursor;
  const events = capture.since(cursor);
  const view = await capture.session.view({ minMs: 100, costs: false }, await sources.placeOf());
  const recent = events.slice(-MOST_EVENTS);
  const missing = events.length - recent.length;
  return {
    capture: capture.handle,
    happened,
    cursor: next,
    atMs: ms(capture.model.nowUs),
    lags: lagsOf(view, recent),
    marks: recent.flatMap((event) => markOf(capture, event)),
    ...stateFacts(capture),
    ...(missing === 0
      ? {}
      : { leftOut: [{ what: 'lags', count: missing, ...nextStep(`laglens_list_lags ${JSON.stringify({ session: capture.handle })}`) }] }),
  };
}

/** Each lag once, as it is now. */
function lagsOf(view: SessionView, events: readonly CaptureEvent[]): Waited['lags'] {
  const wanted = new Set(events.flatMap((event) => ('lag' in event ? [event.lag] : [])));
  const groups = lagGroups(view.lags);
  return view.lags
    .filter(({ id }) => wanted.has(id))
    .map((lag) => listedLag(view, lag, groupHandle(groups.find(({ lags }) => lags.includes(lag))?.key ?? '')));
}

function markOf({ model }: LiveCapture, event: CaptureEvent): Waited['marks'] {
  const mark = 'mark' in event ? model.marks[event.mark] : undefined;
  return mark === undefined ? [] : [{ atMs: ms(mark.atUs), name: dataText(mark.name) }];
}

async function stopped(captures: LiveCaptures, capture: LiveCapture): Promise<Stopped> {
  const path = await captures.stop(capture.handle);
  const { problem } = capture.state;
  const session = path ?? capture.handle;
  return {
    capture: capture.handle,
    ...(path === undefined ? {} : { session: dataText(path) }),
    lagCount: capture.lags.length,
    ...nextStep(`Call laglens_list_lags ${JSON.stringify({ session })}.`),
    ...(problem === undefined ? {} : { problem: dataText(explain(problem)) }),
  };
}
