import * as vscode from 'vscode';
import { shortDuration } from '../../core/analysis/report/short-duration.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import { hoverOver } from '../surface/editors.ts';
import type { HoverPart } from '../surface/hover-markdown.ts';
import type { NamedCaller } from './costs/cost-questions.ts';
import type { HeatFile } from './heat-file.ts';
import type { HeatSession } from './heat-session.ts';
import { causeText, costText, freshnessText, selectionText } from './heat-texts.ts';

const MOST_CALLERS = 6;

/** Cause of a line's longest lag, its cost and callers. Names come from a session, so all text is plain. */
export class HeatHover implements vscode.HoverProvider {
  readonly #fileOf: (document: vscode.TextDocument) => { readonly file: HeatFile; readonly session: HeatSession } | undefined;

  readonly #appClasses: () => Promise<AppClasses>;

  constructor(
    fileOf: (document: vscode.TextDocument) => { readonly file: HeatFile; readonly session: HeatSession } | undefined,
    appClasses: () => Promise<AppClasses>,
  ) {
    this.#fileOf = fileOf;
    this.#appClasses = appClasses;
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const shown = this.#fileOf(document);
    const cost = shown?.file.lineAt(position.line);
    if (shown === undefined || cost === undefined) return undefined;
    const { file, session } = shown;
    // The document may have become shorter meanwhile.
    const { range } = document.lineAt(position.line);
    const parts: HoverPart[] = [];
    const why = cost.lags > 0 ? await file.causeOf(position.line, await this.#appClasses()) : undefined;
    if (why !== undefined) parts.push({ sentence: causeText(why, cost) });
    parts.push({ sentence: costText(cost) });
    const { first, count } = await file.callersOf(position.line, MOST_CALLERS);
    const rows = first.map((caller) => {
      const { totalUs } = caller;
      const share = `${Math.round((totalUs / Math.max(1, cost.totalUs)) * 100)} %`;
      return [callerName(caller), shortDuration(totalUs), share];
    });
    if (rows.length > 0) {
      const head = [vscode.l10n.t('Called by'), vscode.l10n.t('Time'), vscode.l10n.t('Share %')];
      parts.push({ head, rows });
    }
    const more = count - rows.length;
    if (more > 0) parts.push({ sentence: vscode.l10n.t('And {0} more.', more) });
    const selected = selectionText(session.selection);
    if (selected !== undefined) parts.push({ remark: vscode.l10n.t('Only {0}', selected) });
    const doubt = freshnessText(file.freshness);
    if (doubt !== undefined) parts.push({ remark: doubt });
    return hoverOver(range, parts);
  }
}

function callerName({ frame }: NamedCaller): string {
  if (frame === undefined) return vscode.l10n.t('nothing (outermost)');
  const { label, sourceFile, line } = frame;
  return line > 0 ? `${label} (${sourceFile}:${line})` : label;
}
