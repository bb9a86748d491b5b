import { float64At, uint32At } from '../../columns/at.ts';
import type { Redactor } from '../../session/copy/redaction.ts';
import type { SessionModel } from '../../session/model/model.ts';
import { codeCell, codeSpan, type MarkdownTexts, markdownTexts } from '../../text/markdown-text.ts';
import { callTree } from '../calls/call-tree.ts';
import { causeOf, namesItsWait } from '../causes/rules.ts';
import { isOfSystem } from '../frames/app-images.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import { type Frame, frameOf } from '../frames/frame.ts';
import { symbolRows } from '../frames/symbol-rows.ts';
import { isUnknownLock, namedObject } from '../lags/awaited-object.ts';
import { busyDeviceSentence } from '../lags/busy-device.ts';
import type { Baseline } from '../lags/groups/baseline.ts';
import { lagGroups } from '../lags/groups/lag-groups.ts';
import type { Lag } from '../lags/lag.ts';
import { kindTexts, lagTexts, stateTexts } from '../lags/lag-texts.ts';
import { screenKey } from '../lags/screens.ts';
import type { SessionFrames } from '../lags/session-frames.ts';
import { ownerFrameNode } from '../lags/wait-owner.ts';
import { endOf, processEndSentence } from '../processes/process-end.ts';
import { androidVersion } from './android-version.ts';
import { countedLags } from './counted-lags.ts';
import { formatDuration } from './format-duration.ts';
import { anrTracesMarkdown } from './markdown-anr-traces.ts';
import { causeMarkdown, placeMarkdown } from './markdown-cause.ts';
import { deadlocksMarkdown } from './markdown-deadlocks.ts';
import { framesMarkdown } from './markdown-frames.ts';
import { baselineSentence, groupTable } from './markdown-groups.ts';
import { messageWords } from './message-words.ts';
import { type BesideModel, limitSentence, sessionLimits } from './session-limits.ts';
import { barrierSentence, syncBarriers } from './sync-barriers.ts';

interface MarkdownFacts {
  readonly title: string;
  /** Version of the extension. */
  readonly version: string;
  /** The longest of different groups are described in full. */
  readonly lags: readonly Lag[];
  /** Baseline of the same app, from another session. */
  readonly baseline?: Baseline | undefined;
  /** Described alone, in full. */
  readonly chosen: Lag | undefined;
  readonly thresholdUs: number;
  /** Left out where only lags matter. */
  readonly frames?: SessionFrames | undefined;
  readonly app: AppMethods;
  /** Other missing data, as in the panel. */
  readonly beside: BesideModel;
  /** Removes from the session's texts what shall not leave; they are shown as they are if left out. */
  readonly redactor?: Redactor;
  codeOf(frame: Frame): Promise<string | undefined>;
}

/** How names are shown. */
type Shown = MarkdownFacts & { readonly texts: MarkdownTexts };

/** Characters of a name or a code line. */
const LONGEST = 200;
const DETAILED_LAGS = 3;
const MOST_BARRIERS = 3;
const HOT_PATH_FRAMES = 12;
/** A smaller share of the caller's time ends the hot path. */
const HOT_SHARE = 0.5;

/** A session in English, readable as Markdown and as text: device, app, build, and the longest lags with hot paths and source lines. */
export async function sessionMarkdown(model: SessionModel, given: MarkdownFacts): Promise<string> {
  const { chosen, lags, baseline, thresholdUs, redactor } = given;
  const change = redactor && ((text: string, isSentence: boolean): string => (isSentence ? redactor.sentence(text) : redactor.name(text)));
  const texts = markdownTexts(change);
  const facts: Shown = { ...given, texts };
  // The devices' names and serials of all runs.
  for (const { process } of model.runs) if (process !== undefined) redactor?.message(process);
  const groups = lagGroups(lags);
  const worst = groups.map((group) => group.worst).sort((a, b) => length(b) - length(a));
  const detailed = chosen ? [chosen] : worst.slice(0, DETAILED_LAGS);
  const parts = [`# ${codeSpan(facts.title, LONGEST)}`, about(model, facts), ...leftOut(model, facts.beside)];
  parts.push(...busyDeviceSentence(chosen ? [chosen] : lags), ...baselineSentence(model, groups, baseline, thresholdUs));
  if (chosen === undefined && facts.frames !== undefined) parts.push(...framesMarkdown(model, facts.frames, facts.app, texts));
  if (chosen === undefined) parts.push(...deadlocksMarkdown(model, texts), ...barriersMarkdown(model), ...anrTracesMarkdown(model, texts));
  parts.push(count(facts, groups.length));
  if (chosen === undefined) parts.push(...groupTable(model, groups, detailed.length, facts.app, texts));
  for (const [index, lag] of detailed.entries()) parts.push(...(await lagParts(model, lag, index, facts)));
  return `${parts.join('\n\n')}\n`;
}

function leftOut(model: SessionModel, beside: BesideModel): readonly string[] {
  const sentences = sessionLimits(model, beside, (atUs) => `${(atUs / 1e6).toFixed(1)} s`).map(limitSentence);
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

function barriersMarkdown(model: SessionModel): readonly string[] {
  const shown = syncBarriers(model).slice(0, MOST_BARRIERS);
  const sentences = shown.map((each) => barrierSentence(each, (atUs) => `${(atUs / 1e6).toFixed(2)} s`, formatDuration));
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

function about(model: SessionModel, { version, texts, redactor }: Shown): string {
  const run = model.runs.at(-1);
  const { hello } = run ?? {};
  const process = run?.process && (redactor?.message(run.process) ?? run.process);
  const record = run && endOf(run);
  const end = record && { ...record, text: redactor?.sentence(record.text) ?? record.text };
  const system = hello?.os === 'android' ? androidVersion(hello.apiLevel) : '';
  const created = model.session?.createdUs;
  const lines = [
    ['App', [process?.app || hello?.process, process?.version].filter(Boolean).join(' ')],
    ['Device', [process?.device, system, hello?.runtime, hello?.abi].filter((text) => text !== undefined && text !== '').join(', ')],
    ['Build', buildText(model)],
    ['End', end && processEndSentence(end)],
    ['Recorded', created === undefined || created === 0 ? '' : new Date(created / 1_000).toISOString().replace(/\.\d+Z$/, 'Z')],
    ['Laglens', version],
  ] as const;
  const isOurs = (name: string): boolean => name === 'Recorded' || name === 'Laglens';
  return lines.flatMap(([name, text]) => (text ? [`- ${name}: ${isOurs(name) ? text : texts.span(text, LONGEST)}`] : [])).join('\n');
}

/** Ids of the app's code, by which a colleague finds the same build. */
function buildText(model: SessionModel): string {
  const known = symbolRows(model).filter(({ id, path }) => id !== '' && !isOfSystem(path));
  return known
    .slice(0, 3)
    .map(({ path, id }) => `${path.split('/').at(-1) || 'mapping'} ${id}`)
    .join(', ');
}

function count({ lags, chosen, thresholdUs }: MarkdownFacts, groups: number): string {
  const limit = `longer than ${thresholdUs / 1_000} ms`;
  if (lags.length === 0) return `No lag ${limit}.`;
  const all = `${countedLags(lags.length)} ${limit}`;
  if (chosen !== undefined) return `One of ${all}:`;
  return groups < lags.length ? `${all}, in ${groups} ${groups === 1 ? 'group' : 'groups'}:` : `${all}:`;
}

async function lagParts(model: SessionModel, lag: Lag, index: number, facts: Shown): Promise<readonly string[]> {
  const { texts } = facts;
  const code = (text: string): string => texts.span(text, LONGEST);
  const culprit = lag.culprit && frameOf(model, lag.culprit.node);
  const blame = culprit ? ` in ${code(culprit.label)}${placeMarkdown({ file: culprit.sourceFile, line: culprit.line }, texts.span)}` : '';
  const thread = model.threads[lag.thread];
  const cause = causeOf(model, lag, facts.app);
  const why = causeMarkdown(cause, texts);
  const times = [
    [stateTexts.busy, lag.busyUs],
    [stateTexts.blocked, lag.blockedUs],
    [stateTexts.garbage, lag.gcUs],
    [stateTexts.ready, lag.readyUs],
    [stateTexts.unknown, lag.unknownUs],
  ] as const;
  const shares = times.flatMap(([word, us]) => (us * 100 >= length(lag) ? [`${word} ${Math.round((us / length(lag)) * 100)} %`] : []));
  const at = `At ${(lag.beginUs / 1e6).toFixed(2)} s on ${code(thread?.name ?? '?')}${screenPlace(lag, texts)}: ${shares.join(', ')}${namesItsWait(cause) ? '' : waitText(model, lag, facts)}${messageWords(
    lag,
  )
    .map((words) => `; ${words}`)
    .join('')}.`;
  const head = `## ${index + 1}. ${milliseconds(length(lag))}${lag.open ? ' so far' : ''}${blame}${kindText(lag)}`;
  const path = thread === undefined || lag.band === 'load' ? [] : hotPath(model, lag, facts.app);
  if (path.length === 0) return [head, why, at];
  const lines = await Promise.all(path.map(({ frame }) => facts.codeOf(frame)));
  const withCode = lines.some((line) => line !== undefined);
  const columns = ['total', 'self', 'function', 'line', ...(withCode ? ['code'] : [])];
  const rule = columns.map((name) => (name === 'total' || name === 'self' ? '---:' : '---'));
  const rows = path.map((row, at) => [
    ...cellsOf(row, texts),
    ...(withCode ? [lines[at] === undefined ? '' : codeCell(lines[at].trim(), LONGEST)] : []),
  ]);
  return [head, why, at, [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

function screenPlace(lag: Lag, { span }: MarkdownTexts): string {
  const screen = screenKey(lag);
  return screen === undefined ? '' : ` in ${span(screen, LONGEST)}`;
}

/** The awaited object, its owner, and where the owner was. */
function waitText(model: SessionModel, { waitsOn }: Lag, { app, texts }: Shown): string {
  if (waitsOn === undefined) return '';
  const code = (text: string): string => texts.span(text, LONGEST);
  const named = isUnknownLock(waitsOn) ? 'a lock' : code(namedObject(waitsOn) || waitsOn.function || '?');
  const object = `, waits for ${named}`;
  const owner = model.threads[waitsOn.ownerThread]?.name;
  if (owner === undefined || owner === '') return object;
  const node = ownerFrameNode(model, waitsOn, app);
  const frame = node === 0 ? undefined : frameOf(model, node);
  return `${object} held by ${code(owner)}${frame === undefined ? '' : ` in ${code(frame.label)}${placeMarkdown({ file: frame.sourceFile, line: frame.line }, texts.span)}`}`;
}

/** A single message is the usual kind, which tells readers of an issue nothing. */
function kindText(lag: Lag): string {
  if (lag.kind === 'message' || lag.kind === 'turn') return '';
  return `, ${lagTexts[kindTexts[lag.kind]].replaceAll('{0}', milliseconds(length(lag)))}`;
}

interface PathRow {
  readonly frame: Frame;
  readonly totalUs: number;
  readonly selfUs: number;
}

function hotPath(model: SessionModel, lag: Lag, app: AppMethods): readonly PathRow[] {
  const thread = model.threads[lag.thread];
  if (thread === undefined) return [];
  const tree = callTree(model, thread, lag.beginUs, lag.endUs);
  const rows: PathRow[] = [];
  let firstOfApp = -1;
  for (let row = uint32At(tree.firstChild, 0); row !== 0; row = uint32At(tree.firstChild, row)) {
    const totalUs = float64At(tree.totalUs, row);
    if (totalUs < HOT_SHARE * float64At(tree.totalUs, uint32At(tree.parent, row))) break;
    // Callers of the looper are on every stack.
    if (app.isLoop(uint32At(tree.method, row))) firstOfApp = -1;
    else if (firstOfApp < 0 && app.has(uint32At(tree.method, row))) firstOfApp = rows.length;
    rows.push({ frame: frameOf(model, uint32At(tree.node, row)), totalUs, selfUs: float64At(tree.selfUs, row) });
  }
  return firstOfApp < 0 ? rows.slice(-HOT_PATH_FRAMES) : rows.slice(firstOfApp, firstOfApp + HOT_PATH_FRAMES);
}

function cellsOf({ frame, totalUs, selfUs }: PathRow, texts: MarkdownTexts): readonly string[] {
  const cell = (text: string): string => texts.cell(text, LONGEST);
  const place = frame.sourceFile === '' ? '' : `${frame.sourceFile}${frame.line > 0 ? `:${frame.line}` : ''}`;
  return [milliseconds(totalUs), milliseconds(selfUs), cell(frame.label), place === '' ? '' : cell(place)];
}

function length({ beginUs, endUs }: Lag): number {
  return Math.max(1, endUs - beginUs);
}

function milliseconds(us: number): string {
  return us >= 10_000_000 ? `${(us / 1e6).toFixed(1)} s` : `${Math.round(us / 1_000)} ms`;
}
