import * as vscode from 'vscode';
import { background, guarded } from '../../core/guarded.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';

interface Refreshed<Answer> {
  /** From an answer to the next question. */
  readonly pauseMs: number;
  ask(signal: AbortSignal): Promise<Answer>;
  show(answer: Answer): void;
  /** Ends the questions. */
  failed(error: unknown): void;
}

/** Asks and shows again and again until disposed, which ends a question, too. */
export function refreshed<Answer>({ pauseMs, ask, show, failed }: Refreshed<Answer>): vscode.Disposable {
  const following = new AbortController();
  const { signal } = following;
  let timer: NodeJS.Timeout | undefined;
  const refresh = async (): Promise<void> => {
    try {
      const answer = await ask(signal);
      if (signal.aborted) return;
      show(answer);
    } catch (error) {
      if (!signal.aborted) failed(error);
      return;
    }
    timer = setTimeout(
      guarded(() => background(refresh(), unexpected), unexpected),
      pauseMs,
    );
  };
  background(refresh(), unexpected);
  return new vscode.Disposable(() => {
    following.abort();
    clearTimeout(timer);
  });
}
