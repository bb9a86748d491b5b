import { platform } from 'node:os';
import { resolve } from 'node:path';
import { deviceOptions, numberArgument, parseArguments } from '../../../cli/cli-arguments.ts';
import { agentFiles, appleParts, type DeviceArguments, deviceProviders, usualDevice } from '../../../cli/providers.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { wrongArguments } from '../../../cli/usage.ts';
import { programVersion } from '../../../cli/version.ts';
import { writeReport } from '../../../cli/write-report.ts';
import { asciiJson } from '../../../core/text/terminal-text.ts';
import { AndroidProvider } from '../../../host/devices/android/android-provider.ts';
import type { Device } from '../../../host/devices/device.ts';
import { openDevice } from '../../../host/devices/open-device.ts';
import { countAnswers, type FieldReport, hostSystems, REPORT_VERSION, reportJson } from '../core/report/field-report.ts';
import { reportMarkdown } from '../core/words/report-markdown.ts';
import { verifyOnAndroid } from '../host/android/verify-with-app.ts';
import type { FieldRun, RunOptions } from '../host/field-run.ts';
import { verifyIos } from '../host/ios/verify-ios.ts';
import { replayReport } from './replay-report.ts';
import { progressLine, reportText } from './verify-text.ts';

const SECONDS = { usual: 20, least: 3, most: 60 };
const IS_FALSE = 1;

/** `laglens verify`: which facts hold on a device, as a report. Exit code 1 when one is false. */
export async function runVerify(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseArguments('verify', args, {
    ...deviceOptions,
    device: { type: 'string' },
    app: { type: 'string' },
    seconds: { type: 'string' },
    replace: { type: 'boolean' },
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    output: { type: 'string', short: 'o', multiple: true },
    replay: { type: 'string' },
  });
  const given = Object.keys(values).filter((name) => name !== 'replay' && name !== 'json');
  if (values.replay !== undefined && given.length > 0) throw wrongArguments('verify', 'The option --replay takes --json alone beside it.');
  if (values.replay !== undefined) return await replayReport(values.replay, values.json === true, terminal);
  const id = values.device ?? usualDevice(terminal);
  if (id === undefined) throw wrongArguments('verify', 'The option --device (or adb’s variable ANDROID_SERIAL) is needed.');
  const version = await programVersion();
  const run = await runOn(id, values, terminal, {
    app: values.app,
    version,
    seconds: numberArgument('verify', 'seconds', values.seconds, SECONDS.usual, SECONDS.least, SECONDS.most),
    signal: terminal.signal,
    say: terminal.say,
    onResult: (result) => terminal.say(progressLine(result)),
  });
  const report = reportOf(run, version);
  for (const path of values.output ?? []) {
    const text = path.endsWith('.md') ? reportMarkdown(report) : reportJson(report);
    await writeReport('verify', resolve(terminal.folder, path), text);
    terminal.say(`Written: ${path}`);
  }
  terminal.out(values.json === true ? asciiJson(report, 2) : values.markdown === true ? reportMarkdown(report) : reportText(report));
  return countAnswers(report).false > 0 ? IS_FALSE : 0;
}

interface VerifyArguments extends DeviceArguments {
  readonly replace?: boolean | undefined;
}

async function runOn(id: string, given: VerifyArguments, terminal: Terminal, options: RunOptions): Promise<FieldRun> {
  const providers = deviceProviders(given, terminal);
  const device: Device = await openDevice(providers, id, terminal.signal);
  const android = providers.find((each): each is AndroidProvider => each instanceof AndroidProvider);
  switch (device.row.kind) {
    case 'android':
      if (android !== undefined) return await verifyOnAndroid({ ...options, device, server: android.server(), files: agentFiles });
      break;
    case 'ios':
    case 'simulator':
      return await verifyIos({ ...options, device, parts: appleParts(given, terminal), replace: given.replace === true });
    default:
      break;
  }
  throw wrongArguments('verify', 'Only phones, emulators and simulators have facts to verify.');
}

function reportOf({ device, facts, capture }: FieldRun, version: string): FieldReport {
  const system = hostSystems.find((each) => each === platform()) ?? 'other';
  return {
    laglensFieldReport: REPORT_VERSION,
    laglens: version,
    kind: facts[0]?.id.startsWith('ios.') === true ? 'ios' : 'android',
    day: new Date().toISOString().slice(0, 10),
    host: { system, node: process.versions.node },
    device,
    facts,
    ...(capture === undefined ? {} : { capture }),
  };
}
