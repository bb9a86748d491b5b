import { oneLine } from '../../../core/text/one-line.ts';
import type { WorkspacePlace } from '../../../host/folders/source-places.ts';
import { groupFigures, judgedSentence, noiseRemark, ruleTitle, verdictTexts } from '../core/budget-texts.ts';
import type { JudgedRule } from '../core/judge.ts';
import type { Checked } from './checked.ts';

/** One remark on a line of the workspace. */
export interface Finding {
  readonly judged: JudgedRule;
  /** Index of the rule. */
  readonly index: number;
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  /** A group's, else the budget's; undefined if that is outside. */
  readonly place: WorkspacePlace | undefined;
  /** The same in the next build: names, no lines. */
  readonly identity: string;
}

/** Rules that did not hold, at the lines that weigh most, else at the budget. */
export function findingsOf({ judgement, places, budgetPath }: Checked): readonly Finding[] {
  return judgement.rules.flatMap((judged, index) => {
    if (judged.verdict === 'held') return [];
    const level = judged.verdict === 'broken' ? 'error' : 'warning';
    const title = oneLine(`${ruleTitle(judged.rule)}: ${verdictTexts[judged.verdict]}`);
    const sentence = [judgedSentence(judged), noiseRemark(judged)].filter((text) => text !== '').join('. ');
    const placed = judged.groups.flatMap((group) => {
      const place = places.get(group.key);
      if (place === undefined) return [];
      const message = `${sentence}\n${oneLine(`${group.label}: ${groupFigures(group)}. ${group.cause}`, 1_000)}`;
      return [{ judged, index, level, title, message, place, identity: `${ruleKey(judged)}|${group.key}` } as const];
    });
    if (placed.length > 0) return placed;
    const place = budgetPath === undefined ? undefined : { path: budgetPath, line: 1 };
    return [{ judged, index, level, title, message: sentence, place, identity: ruleKey(judged) }];
  });
}

/** Without the limit's number, which may change. */
function ruleKey({ rule: { name, measure, limit, overUs, group = '', screen = '' } }: JudgedRule): string {
  return [name, measure, limit.kind, overUs, group, screen].join('|');
}
