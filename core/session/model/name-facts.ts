import type { Message } from '../../wire/schema.ts';
import { type Method, methodAtAddress, methodOfClass } from '../names/method-table.ts';
import { MOST_OTHERS, nodeMark } from '../names/node-table.ts';
import { isOwnMethod } from '../names/own-code.ts';
import type { BuiltFrame, NamedFrame } from '../names/run-names.ts';
import type { Run } from './run.ts';
import type { SessionTables } from './session-tables.ts';

export type NameFact = Message<'symbols' | 'classNames' | 'frameNames' | 'addressNames' | 'outlineNames'>;

/** False for unknown items, or beyond a bound. */
export function applyNames(run: Run, tables: SessionTables, fact: NameFact): boolean {
  switch (fact.type) {
    case 'symbols':
      return run.names.setSymbols(fact);
    case 'classNames':
      return fact.classes.map(({ built, source }) => run.names.setClass(built, source)).every((taken) => taken);
    case 'frameNames': {
      const built = builtFrame(tables, fact);
      return built !== undefined && run.names.setFrames(built, framesOf(tables, fact, 0));
    }
    case 'outlineNames': {
      const built = builtFrame(tables, fact);
      const outlines = fact.outlines.map((outline) => builtFrame(tables, outline)).filter((outline) => outline !== undefined);
      if (built === undefined || outlines.length < fact.outlines.length) return false;
      return run.names.setOutlined(built, outlines, framesOf(tables, fact, 0));
    }
    case 'addressNames': {
      const image = run.imageById.get(fact.image)?.row ?? 0;
      const method = image === 0 ? 0 : tables.methods.row(methodAtAddress(image, fact.offset));
      return method !== 0 && run.names.setFrames({ method, line: 0, isPc: false }, framesOf(tables, fact, image));
    }
  }
}

/** The agent's frame; undefined without its method. */
function builtFrame(tables: SessionTables, fact: Message<'outlineNames'>['outlines'][number]): BuiltFrame | undefined {
  const method = tables.methods.row(methodOfClass({ ...fact, modifiers: 0 }));
  return method === 0 ? undefined : { method, line: fact.line, isPc: fact.isPc === 1 };
}

type FramesFact = Message<'frameNames' | 'addressNames' | 'outlineNames'>;

function framesOf(tables: SessionTables, fact: FramesFact, image: number): readonly NamedFrame[] {
  const found = fact.confidence === 2 ? nodeMark.exact : nodeMark.nearest;
  const others = Math.min(fact.others, MOST_OTHERS) << nodeMark.othersShift;
  return fact.frames.flatMap((frame, index) => {
    if (isOwnMethod(frame, '')) return [];
    const inlined = index < fact.frames.length - 1 ? nodeMark.inlined : 0;
    const method: Method = {
      class: frame.class,
      name: frame.name,
      signature: frame.signature,
      sourceFile: frame.file,
      modifiers: 0,
      short: frame.short,
      image,
      offset: -1,
    };
    return [{ method: tables.methods.intern(method), line: Math.min(frame.line, 0xffffffff), mark: found | inlined | others }];
  });
}
