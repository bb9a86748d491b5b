import type { FieldReader } from './field-reader.ts';
import { type Message, messages } from './schema.ts';

const RUN = messages.run.number;
const TICK = messages.tick.number;
const MESSAGE_BEGIN = messages.messageBegin.number;
const MESSAGE_END = messages.messageEnd.number;
const NODE = messages.node.number;

/** Bases of differences, moved by reading fields. */
interface Bases {
  timeUs: number;
  node: number;
}

/**
 * Frequent messages, spelled out: object literals are three times as fast as the table. A missing field fails the reader; the table then
 * explains it.
 */
export function readFrequent(number: number, reader: FieldReader, bases: Bases): Message | undefined {
  switch (number) {
    case RUN: {
      const run: Message<'run'> = {
        type: 'run',
        thread: reader.varint(),
        atUs: nextTime(reader, bases),
        samples: reader.varint(),
        cpuUs: reader.optional(),
      };
      const allocatedBytes = reader.atEnd ? 0 : reader.varint();
      return allocatedBytes === 0 ? run : { ...run, allocatedBytes };
    }
    case TICK:
      return { type: 'tick', atUs: nextTime(reader, bases), rounds: reader.varint() };
    case MESSAGE_BEGIN:
    case MESSAGE_END:
      return {
        type: number === MESSAGE_BEGIN ? 'messageBegin' : 'messageEnd',
        thread: reader.varint(),
        atUs: nextTime(reader, bases),
        target: reader.varint(),
        callback: reader.varint(),
        what: reader.signed(),
      };
    case NODE:
      return {
        type: 'node',
        id: reader.varint(),
        parent: reader.varint(),
        method: reader.varint(),
        line: reader.varint(),
        pc: reader.signed(),
      };
    default:
      return undefined;
  }
}

function nextTime(reader: FieldReader, bases: Bases): number {
  bases.timeUs += reader.signed();
  return bases.timeUs;
}
