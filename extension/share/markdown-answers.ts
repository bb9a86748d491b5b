import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import type { Frame } from '../../core/analysis/frames/frame.ts';
import type { AppLimits } from '../../core/analysis/lags/app-limits.ts';
import type { Baseline } from '../../core/analysis/lags/groups/baseline.ts';
import { comparedPart } from '../../core/analysis/lags/groups/compared-part.ts';
import { sessionFrames } from '../../core/analysis/lags/session-frames.ts';
import { sessionMarkdown } from '../../core/analysis/report/session-markdown.ts';
import { type Redaction, Redactor } from '../../core/session/copy/redaction.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Answers, ThreadPeer } from '../../host/thread-peer.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import { threadSession } from '../thread/thread-session.ts';

export interface WantedMarkdown {
  readonly title: string;
  /** Stable key of the session. */
  readonly session: string;
  /** Version of the extension. */
  readonly version: string;
  readonly thresholdUs: number;
  readonly limits: AppLimits;
  readonly appClasses: AppClasses;
  readonly baseline: Baseline | undefined;
  /** Id of the lag that is described alone. */
  readonly lag: string | undefined;
  readonly redaction: Redaction;
  /** Source lines are asked for. */
  readonly hasCode: boolean;
  readonly unreadBeyond: number | undefined;
}

/** Questions to the thread of an open file. */
export interface HeldMarkdown {
  /** Undefined if the thread lacks rows of the session, or cannot redact all of it. */
  held(question: number, wanted: WantedMarkdown): string | undefined;
}

/** Answers of the window that asks. */
export interface CodeLines {
  codeOf(frame: Frame): string | undefined;
}

export function answers(owner: ThreadPeer<CodeLines>): Answers<HeldMarkdown> {
  return {
    held: async (question, wanted) => {
      const write = await threadSession.about(question, function* (held) {
        const { model } = held;
        if (held.lacksRows || cutsTexts(model)) return undefined;
        const app = held.app(wanted.appClasses);
        const judge = yield* held.judged(wanted, app);
        const { baseline, lag, redaction, hasCode, unreadBeyond } = wanted;
        const frames = yield* sessionFrames(model, judge.lags);
        const facts = {
          ...{ title: wanted.title, version: wanted.version, thresholdUs: wanted.thresholdUs },
          lags: judge.lags,
          frames,
          baseline: baseline && comparedPart(model, wanted.session, baseline).kind === 'other' ? baseline : undefined,
          chosen: judge.lags.find(({ id }) => id === lag),
          app: new AppMethods(model, app.isAppClass),
          beside: { lags: judge.leftOut, unreadBeyond },
          redactor: new Redactor(redaction),
          codeOf: async (frame: Frame) => (hasCode ? owner.ask('codeOf', [frame]) : undefined),
        };
        // Others' questions need not wait for source lines.
        return () => sessionMarkdown(model, facts);
      });
      return write?.();
    },
  };
}

/** Letters of a system's record that Markdown takes. */
const SHOWN_LETTERS = 200;

/** Texts that are cut before they can be redacted: half of a serial number would be left. */
function cutsTexts({ exitTraces, runs }: SessionModel): boolean {
  return exitTraces.length > 0 || runs.some(({ systemRecords }) => systemRecords.some(({ text }) => text.length > SHOWN_LETTERS));
}
