import { oneLine } from '../../../core/text/one-line.ts';
import { xmlText } from '../../../core/text/xml-text.ts';
import { groupFigures, judgedSentence, noiseRemark, ruleTitle } from '../core/budget-texts.ts';
import type { JudgedRule } from '../core/judge.ts';
import type { Checked } from './checked.ts';

/** JUnit XML as Jenkins and GitLab read it: a test case for each rule. Unjudged rules are errors. */
export function junitXml(checked: Checked): string {
  const { rules } = checked.judgement;
  const count = (verdict: JudgedRule['verdict']): number => rules.filter((each) => each.verdict === verdict).length;
  const counts = `tests="${rules.length}" failures="${count('broken')}" errors="${count('unjudged')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="laglens check" ${counts} time="0">`,
    `  <testsuite name="laglens check" ${counts} skipped="0" time="0">`,
    ...rules.map((judged) => testCase(judged, checked)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(judged: JudgedRule, checked: Checked): string {
  const { budgetPath } = checked;
  const file = budgetPath === undefined ? '' : ` file="${xmlText(budgetPath)}"`;
  const open = `    <testcase classname="laglens.budget" name="${xmlText(oneLine(ruleTitle(judged.rule)))}"${file} time="0"`;
  const result = resultOf(judged, checked);
  return result === '' ? `${open}/>` : `${open}>${result}</testcase>`;
}

function resultOf(judged: JudgedRule, { places }: Checked): string {
  const sentence = judgedSentence(judged);
  const groups = judged.groups.map((group) => {
    const place = places.get(group.key);
    const at = place === undefined ? '' : ` (${place.path}:${place.line})`;
    return oneLine(`${group.label}${at}: ${groupFigures(group)}. ${group.cause}`);
  });
  switch (judged.verdict) {
    case 'held':
      return `<system-out>${xmlText(sentence)}</system-out>`;
    case 'noise':
      return `<system-out>${xmlText([sentence, noiseRemark(judged), ...groups].join('\n'))}</system-out>`;
    case 'broken':
      return `<failure type="budget" message="${xmlText(sentence)}">${xmlText([sentence, ...groups].join('\n'))}</failure>`;
    case 'unjudged':
      return `<error type="unjudged" message="${xmlText(sentence)}">${xmlText(sentence)}</error>`;
  }
}
