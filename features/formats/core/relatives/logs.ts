import { phrase } from '../../../../core/text/phrase.ts';
import { beginsWith, type Relative } from './relative.ts';

const RECORD = phrase`Record the app with \`laglens record\`, or with Perfetto: both have stacks.`;

/** Reports of a lag, without its stacks, anywhere in a text; also in a long log. */
export const noticesInLogs: readonly Relative[] = [
  {
    is: phrase`a text that reports an ANR, without the stacks of its threads`,
    next: phrase`Open the trace instead: \`adb bugreport\` has it, and Play Console and Crashlytics show it.`,
    matches: ({ text }) =>
      /\bANR in [a-z]\w{0,100}\.\w|^\[\d{1,4},\d{1,9},[a-z]\w{0,60}\.[\w.:]{1,200},-?\d{1,12},|[Aa]pplication is not responding: |^\*\*ANR\*\* in /m.test(
        text,
      ),
  },
  {
    is: phrase`a text that reports late frames, without stacks`,
    next: RECORD,
    matches: ({ text }) => /\bSkipped \d{1,9} frames!|\bDavey! duration=\d/.test(text),
  },
];

/** Lists of Android's and Apple's systems. */
export const lists: readonly Relative[] = [
  {
    is: phrase`a list of exits of an app (dumpsys activity exit-info), which has no stacks`,
    next: phrase`Open the traces that it names: \`adb bugreport\` has them.`,
    matches: ({ text }) => /^ {0,8}ApplicationExitInfo #\d{1,4}:/m.test(text),
  },
  {
    is: phrase`a list of frame times (dumpsys gfxinfo), which has no stacks`,
    next: RECORD,
    matches: ({ text }) => /^(?:Applications Graphics Acceleration Info:|\*\* Graphics info for pid \d)/m.test(text.slice(0, 4_096)),
  },
  {
    is: phrase`a list of memory (dumpsys meminfo), which has no times`,
    next: RECORD,
    matches: ({ text }) => /^(?:Applications Memory Usage \(in Kilobytes\):|\*\* MEMINFO in pid \d)/m.test(text.slice(0, 4_096)),
  },
  ...noticesInLogs,
  {
    is: phrase`a list of processor times of processes (dumpsys cpuinfo), which has no stacks`,
    next: RECORD,
    matches: ({ text }) => /^ {0,8}CPU usage from -?\d{1,12}ms to -?\d{1,12}ms (?:ago|later)/m.test(text.slice(0, 4_096)),
  },
  {
    is: phrase`output of dumpsys, which has no stacks`,
    next: phrase`Open a trace of the app; \`adb bugreport\` has those of its ANRs and crashes.`,
    matches: ({ text }) => /^(?:DUMP OF SERVICE \w|Currently running services:$)/m.test(text.slice(0, 16_384)),
  },
  {
    is: phrase`a panic of Apple’s kernel, which is of no app`,
    next: phrase`Open a crash report, hang or spindump of the app.`,
    matches: ({ text }) => /^panic\(cpu \d{1,4} caller 0x/m.test(text.slice(0, 16_384)),
  },
  {
    is: phrase`a report of a sanitizer, which is a crash without threads`,
    next: RECORD,
    matches: ({ text }) => /^.{0,40}==\d{1,10}==ERROR: \w{2,20}Sanitizer/m.test(text),
  },
  {
    is: phrase`a crash as a minidump`,
    next: phrase`Convert it with \`minidump-stackwalk\`, or take the crash as a tombstone.`,
    matches: (begin) => beginsWith(begin, 'MDMP'),
  },
  {
    is: phrase`a crash of PLCrashReporter`,
    next: phrase`Convert it: \`plcrashutil convert --format=ios FILE\`.`,
    matches: (begin) => beginsWith(begin, 'plcrash'),
  },
  {
    is: phrase`a log of Android, without a crash, an ANR or late frames`,
    next: phrase`Open the trace of an ANR or a crash; \`adb bugreport\` has them.`,
    matches: ({ isOfLog }) => isOfLog === true,
  },
  {
    is: phrase`a log of a system, which has no stacks`,
    next: phrase`Open a crash report, hang or spindump of the app.`,
    matches: ({ text }) => /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,200} \S{1,200}\[\d{1,9}\](?: \(|:)/.test(text.slice(0, 500)),
  },
];
