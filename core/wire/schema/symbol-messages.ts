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
      class: ['str', 'JVM type signature: Lcom/example/Shop;'],
      name: ['str', 'method, or a native function’s full name'],
      short: ['str', 'for drawing; empty: derivable'],
      signature: ['str', 'descriptor: (I)V'],
      file: ['str', 'file name; native code: path of the debug info'],
      line: ['u', 'line'],
      column: ['u', 'column'],
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
    about: 'Symbols of one image or of a run’s classes. A later one of the same replaces it.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      image: ['u', '0: the mapping of the run’s classes'],
      neededId: ['str', 'running build’s id, UUID or mapping id, in hex'],
      confidence: ['u', '0 nothing found, 1 names without lines or possibly another build, 2 this build'],
      file: ['str', 'local file of the names'],
      foundId: ['str', 'of that file'],
      foundBy: ['str', 'how, for people'],
      why: ['str', 'reason, for people'],
      bytes: ['u', 'its size'],
      builtMs: ['u', 'wall clock of its last change; 0: unknown'],
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
    about: 'A method and line of a run’s classes, in the source. No frames: the build made it up, stacks omit it.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      ...builtFrame,
      ...namedFrames,
    },
  },
  addressNames: {
    number: 105,
    from: 'session',
    about: 'An address of an image, in the source.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      image: ['u', 'image'],
      offset: tableMessages.nativeNode.fields.offset,
      ...namedFrames,
    },
  },
  outlineNames: {
    number: 106,
    from: 'session',
    about:
      'Replaces `frameNames` where the frame calls these outlines: code that the build moved out of several methods. An outline’s line gives the place in its caller.',
    fields: {
      run: ['u', 'index of the run, from 0'],
      ...builtFrame,
      ...namedFrames,
      outlines: ['list', 'frames of outlines, outermost call first', builtFrame],
    },
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;
