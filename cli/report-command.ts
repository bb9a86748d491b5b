import { basename, resolve } from 'node:path';
import { appClassPredicate, appPrefixesOf } from '../core/analysis/frames/app-classes.ts';
import { LagDetector } from '../core/analysis/lags/detect/lag-detector.ts';
import { type Baseline, baselineOf } from '../core/analysis/lags/groups/baseline.ts';
import { isOnScreenNamed } from '../core/analysis/lags/screens.ts';
import { Turns } from '../core/session/file/turns.ts';
import type { SessionModel } from '../core/session/model/model.ts';
import { anyModel } from '../host/any-model.ts';
import { nodeTurns } from '../host/turn-driver.ts';
import { parseArguments, sourceMapChoice, thresholdArgument } from './cli-arguments.ts';
import { limitArguments } from './limit-arguments.ts';
import { reportJson } from './report/report-json.ts';
import { reportText } from './report/report-text.ts';
import { type ReportOptions, reportInSteps } from './report/session-report.ts';
import type { Terminal } from './terminal.ts';
import { threadsReport } from './threads-report.ts';
import { wrongArguments } from './usage.ts';

/** `laglens report`: a session's lags as text or as one JSON object, optionally compared with another session; or its threads at a moment. */
export async function runReport(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('report', args, {
    json: { type: 'boolean' },
    threshold: { type: 'string' },
    tree: { type: 'boolean' },
    package: { type: 'string', multiple: true },
    baseline: { type: 'string' },
    limit: { type: 'string', multiple: true },
    screen: { type: 'string' },
    messages: { type: 'boolean' },
    'threads-at': { type: 'string' },
    'source-map': { type: 'string' },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw wrongArguments('report', 'Exactly one session file is needed.');
  const choices = sourceMapChoice(values['source-map'], terminal);
  const threadsAt = values['threads-at'];
  if (threadsAt !== undefined) {
    if (Object.keys(values).some((key) => key !== 'threads-at' && key !== 'source-map'))
      throw wrongArguments('report', '--threads-at goes with no other option than --source-map.');
    const { model } = await anyModel(resolve(terminal.folder, path), terminal.signal, choices);
    terminal.out(threadsReport(model, threadsAt));
    return 0;
  }
  const thresholdUs = thresholdArgument('report', values.threshold);
  const limits = limitArguments(values.limit ?? []);
  const isAppClass = (model: SessionModel) => appClassPredicate({ packages: [], prefixes: values.package ?? appPrefixesOf(model) });
  const baseline = values.baseline === undefined ? undefined : await readBaseline(values.baseline);
  const turns = new Turns(nodeTurns, terminal.signal);
  const session = await anyModel(resolve(terminal.folder, path), terminal.signal, choices);
  const { model } = session;
  if (session.imported !== undefined) terminal.say(session.imported.text);
  const options: ReportOptions = {
    name: basename(path),
    thresholdUs,
    limits,
    isAppClass: isAppClass(model),
    tree: values.tree === true,
    messages: values.messages === true,
    file: session.report,
    baseline,
    screen: values.screen,
  };
  const report = await turns.run(reportInSteps(model, options));
  terminal.out(values.json === true ? reportJson(report) : reportText(report));
  return 0;

  async function readBaseline(before: string): Promise<Baseline> {
    const { model } = await anyModel(resolve(terminal.folder, before), terminal.signal);
    const judge = new LagDetector(model, { thresholdUs, limits, isAppClass: isAppClass(model) });
    await new Turns(nodeTurns, terminal.signal).run(judge.updateInSteps());
    const { screen } = values;
    const lags = screen === undefined ? judge.lags : judge.lags.filter((lag) => isOnScreenNamed(lag, screen));
    return baselineOf(model, lags, { title: basename(before), session: '', thresholdUs });
  }
}
