import type { MessageDefinition } from './definition.ts';
import { tableMessages } from './table-messages.ts';

const method = tableMessages.method.fields;

/** Answer of symbols, for classes and images alike. */
const namedFrames = {
  confidence: ['u', '1 nearest symbol, no line; 2 exact'],
  others: ['u', 'equally good other answers'],
  frames: [
    'list',
    'innermost first; all but the last were inlined',
    {
      class: ['str', 'JVM type signature, empty for native code'],
      name: ['str', 'method, or the full name of a native function'],
      short: ['str', 'for drawing, empty if derivable'],
      signature: ['str', 'descriptor, empty unknown'],
      file: ['str', 'file name; native code: path of the debug info'],
      line: ['u', '0 unknown'],
      column: ['u', '0 unknown'],
    },
  ],
} as const;

const builtFrame = {
  class: method.class,
  name: method.name,
  signature: method.signature,
  sourceFile: method.sourceFile,
  line: ['u', 'as in `node`; if 0, its pc'],
  isPc: ['u', '1: line is a pc'],
} as const;

/** Symbols of a run: records of the host, possibly after the run's end. */
export const symbolMessages = {
  symbols: {
    number: 102,
    from: 'session',
    about: 'What is known of the symbols of one image or of a run’s classes. A later one of the same replaces it.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      image: ['u', "id of the image, 0 for the mapping of the run's classes"],
      neededId: ['str', 'build id, UUID or mapping id of the running build, in hex; empty unknown'],
      confidence: ['u', '0 nothing found, 1 names without lines or possibly another build, 2 this build'],
      file: ['str', 'local file of the names, empty none'],
      foundId: ['str', 'id of that file, empty unknown'],
      foundBy: ['str', 'how it was found, for people'],
      why: ['str', 'why not this build, with the next step, for people'],
      bytes: ['u', 'its size'],
      builtMs: ['u', 'its last change, wall clock, 0 unknown'],
      tookUs: ['u', 'reading time'],
    },
  },
  classNames: {
    number: 103,
    from: 'session',
    about: 'Names of a run’s classes before the build renamed them.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      classes: ['list', 'classes', { built: ['str', 'dotted name in the app'], source: ['str', 'dotted name in the source'] }],
    },
  },
  frameNames: {
    number: 104,
    from: 'session',
    about: 'What a method and line of a run’s classes was in the source. No frames: the build made it up, stacks omit it.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      ...builtFrame,
      ...namedFrames,
    },
  },
  addressNames: {
    number: 105,
    from: 'session',
    about: 'What an address of an image was in the source.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      image: ['u', 'id of the image'],
      offset: tableMessages.nativeNode.fields.offset,
      ...namedFrames,
    },
  },
  outlineNames: {
    number: 106,
    from: 'session',
    about:
      'What a frame was that calls an outline: code that the build moved out of several methods. The outline’s line tells its place in the caller, so this replaces `frameNames` where the caller stands above that outline.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      ...builtFrame,
      ...namedFrames,
      outlines: ['list', 'frames of outlines, outermost call first', builtFrame],
    },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
