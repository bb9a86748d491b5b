import { ToolError } from '../core/answers/tool-error.ts';
import type { SessionView } from '../core/session-view.ts';
import { dataText } from '../core/shapes/data-text.ts';
import { answerCheck, checkArguments, checkBudget } from '../core/tools/check-budget.ts';
import { answerCompare, compareSessions, diffArguments } from '../core/tools/compare.ts';
import { answerExplainLag, explainLag } from '../core/tools/explain-lag.ts';
import { answerListLags, listLags } from '../core/tools/list-lags.ts';
import { answerSourceCosts, sourceCosts } from '../core/tools/source-costs.ts';
import { answerThreadsAt, threadsAtMoment } from '../core/tools/threads-at.ts';
import type { JudgedSession, ViewNeeds } from './judged-session.ts';
import { OpenSessions } from './open-sessions.ts';
import { type Tool, toolOf } from './toolbox.ts';
import { workspaceFile } from './workspace-path.ts';
import { Sources } from './workspace-sources.ts';

/** Commands of the command line whose figures tools repeat. */
export interface SessionCommands {
  /** JSON that the command prints. Undefined for a program without it. Rejects with LaglensError. */
  readonly run: (command: 'diff' | 'check', args: readonly string[], signal: AbortSignal) => Promise<unknown>;
  readonly has: (command: 'diff' | 'check') => boolean;
}

export interface FileToolOptions {
  /** No tool reads outside of it. */
  readonly workspace: string;
  readonly commands: SessionCommands;
  /** Ends all work. */
  readonly signal: AbortSignal;
  /** A running or ended capture, by its handle. */
  readonly captureOf: (handle: string) => JudgedSession | undefined;
  /** The file of an ended capture, by its handle. */
  readonly fileOf: (handle: string) => string | undefined;
}

/** Tools that read sessions. */
export function fileTools(options: FileToolOptions): readonly Tool[] {
  const { workspace, commands, captureOf } = options;
  const files = new OpenSessions(workspace, options.signal);
  const sources = new Sources(workspace);
  const viewOf = async (session: string, needs: Partial<ViewNeeds> = {}): Promise<SessionView> => {
    const judged = captureOf(session) ?? (await files.open(session));
    return judged.view({ minMs: 100, costs: false, ...needs }, await sources.placeOf());
  };
  /** Lags below the usual threshold have handles, too. */
  const viewWith = async (session: string, lag: string): Promise<SessionView> => {
    const usual = await viewOf(session);
    return usual.lags.some(({ id }) => id === lag) ? usual : viewOf(session, { minMs: 5 });
  };
  return [
    toolOf(listLags, async (args) => answerListLags(await viewOf(args.session, { minMs: args.minMs }), args)),
    toolOf(explainLag, async (args) => answerExplainLag(await viewWith(args.session, args.lag), args)),
    toolOf(sourceCosts, async (args) => answerSourceCosts(await viewOf(args.session, { costs: true }), args)),
    toolOf(threadsAtMoment, async (args) =>
      answerThreadsAt(args.lag === undefined ? await viewOf(args.session) : await viewWith(args.session, args.lag), args),
    ),
    ...(commands.has('diff')
      ? [
          toolOf(compareSessions, async (args, { signal }) => {
            const paths = await pathsOf([...args.before, ...args.after], options);
            return answerCompare(await commands.run('diff', diffArguments(args, paths), signal), args);
          }),
        ]
      : []),
    ...(commands.has('check')
      ? [
          toolOf(checkBudget, async (args, { signal }) => {
            const paths = await pathsOf([...args.sessions, ...(args.baseline ?? []), args.budget], options);
            return answerCheck(await commands.run('check', checkArguments(args, paths), signal), args);
          }),
        ]
      : []),
  ];
}

/** Checks every path before one is read. @throws ToolError */
async function pathsOf(
  sessions: readonly string[],
  { workspace, captureOf, fileOf }: FileToolOptions,
): Promise<(session: string) => string> {
  const paths = new Map<string, string>();
  for (const session of sessions) {
    const file = fileOf(session);
    if (file === undefined && captureOf(session) !== undefined)
      throw new ToolError(`The capture ${dataText(session)} still runs.`, 'Call laglens_stop_capture first, then name its session.');
    paths.set(session, await workspaceFile(workspace, file ?? session));
  }
  return (session) => paths.get(session) ?? '';
}
