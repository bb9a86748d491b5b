import { asciiJson } from '../../../core/text/terminal-text.ts';
import { judgedSentence, ruleTitle } from '../core/budget-texts.ts';
import type { JudgedRule } from '../core/judge.ts';
import type { WorstGroup } from '../core/worst-groups.ts';
import type { Checked } from './checked.ts';

/** Values are in microseconds, lags or microseconds per minute, shares from 0 to 1, or bytes. */
export function checkJson(checked: Checked): string {
  const { judgement, captures, baseline, warnings } = checked;
  return asciiJson(
    {
      verdict: judgement.verdict,
      captures,
      baseline,
      warnings,
      rules: judgement.rules.map((judged) => ruleJson(judged, checked)),
      groups: judgement.groups.map((group) => groupJson(group, checked)),
    },
    2,
  );
}

function ruleJson(judged: JudgedRule, checked: Checked) {
  const { rule, verdict, why, value, limit, interval, before, lags, groups } = judged;
  return {
    title: ruleTitle(rule),
    measure: rule.measure,
    group: rule.group ?? null,
    screen: rule.screen ?? null,
    verdict,
    why: why ?? null,
    value: value ?? null,
    limit: limit ?? null,
    interval: interval === undefined ? null : [interval.low, interval.high],
    before: before ?? null,
    lags: lags ?? null,
    text: judgedSentence(judged),
    groups: groups.map((group) => groupJson(group, checked)),
  };
}

function groupJson({ key, label, count, totalUs, worstUs, captures, cause }: WorstGroup, { places }: Checked) {
  const place = places.get(key);
  return { key, label, file: place?.path ?? null, line: place?.line ?? null, count, totalUs, worstUs, captures, cause };
}
