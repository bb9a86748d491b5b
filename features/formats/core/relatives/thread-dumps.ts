import { phrase } from '../../../../core/text/phrase.ts';
import type { Relative } from './relative.ts';

/** Stacks of one moment, of programs that are no apps, or without what a report needs. */
export const threadDumps: readonly Relative[] = [
  {
    is: phrase`a dump of Go’s goroutines, which is a moment without times`,
    next: phrase`Take a CPU profile, which is one of pprof.`,
    matches: ({ text }) => /^goroutine (?:profile: total \d|\d{1,9} \[[a-z])/m.test(text),
  },
  {
    is: phrase`a dump of Python’s threads, which is a moment without times`,
    next: phrase`Record with \`py-spy record --format speedscope\`.`,
    matches: ({ text }) =>
      /^(?:Thread \w{1,20} \((?:idle|active)|(?:Current thread|Thread) 0x[\da-f]{1,16} (?:\[[^\]\n]{1,40}\] )?\(most recent call first\):)/m.test(
        text,
      ),
  },
  {
    is: phrase`a list of stacks by a debugger, which is a moment without times`,
    next: phrase`Record the program with a profiler; docs/formats.md lists them.`,
    matches: ({ text }) =>
      /^(?:Thread \d{1,6} \([^\n]{0,200}\bLWP \d|#\d{1,4} {1,4}0x[\da-f]{1,16} in \S|[ *]{0,4}thread #\d{1,6}[,:\n]|[ *]{0,8}frame #\d{1,4}: 0x[\da-f])/m.test(
        text,
      ),
  },
  {
    is: phrase`a stack of Dart’s compiled code without names`,
    next: phrase`Name it with \`flutter symbolize\`; of a lag record a CPU profile in Flutter’s DevTools.`,
    matches: ({ text }) => /\bisolate_dso_base: |_kDart(?:Isolate|Vm)SnapshotInstructions\+0x/.test(text),
  },
  {
    is: phrase`an exception of Dart, which is no lag`,
    next: phrase`Record a CPU profile in Flutter’s DevTools, and open its export.`,
    matches: ({ text }) => /^.{0,200}#\d{1,3} {3,6}\S.{0,500} \((?:package|dart|file):/m.test(text),
  },
  {
    is: phrase`an exception of JavaScript, which is no lag`,
    next: phrase`Record a CPU profile of Hermes or Chrome.`,
    matches: ({ text }) =>
      /^[ \t>]{0,24}at .{0,300}(?::\d{1,9}:\d{1,9}\)?|\(native\))$/m.test(text) || /^.{0,200}, js engine: \w/m.test(text),
  },
  {
    is: phrase`a part of a crash report of Apple’s systems, without its threads`,
    next: phrase`Open the whole report (\`.ips\`, \`.crash\`): it names threads and libraries.`,
    matches: ({ text }) => /^[ \t>]{0,24}(?:\d{1,4} {1,4})?[A-Za-z][\w.+-]{1,80}[ \t]{1,60}0x[\da-f]{8,16}(?:[ \t]|$)/m.test(text),
  },
];
