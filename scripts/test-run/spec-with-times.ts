import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec as Spec, type TestEvent } from 'node:test/reporters';
import { GroupTimes } from './group-times.ts';
import { themes, tiles } from './groups.ts';
import { takeSteps, timeTable } from './time-table.ts';

/**
 * Node's `spec` reporter with a table of times: seconds of each group and of the steps before. The closing figures stay last, where people
 * and machines read them.
 */
export default async function* specWithTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string | Buffer> {
  yield* Readable.from(withTimes(events)).compose<NodeJS.ReadWriteStream>(new Spec());
}

async function* withTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const times = new GroupTimes(tiles, themes);
  let isPrinted = false;
  for await (const event of events) {
    if (event.type === 'test:dequeue' || event.type === 'test:complete') {
      const { file = '', name } = event.data;
      const path = relative('.', file);
      // The runner has one such event for the whole file.
      if (name === path) times[event.type === 'test:dequeue' ? 'begin' : 'end'](path, Date.now());
    }
    if (event.type === 'test:diagnostic' && event.data.file === undefined && !isPrinted) {
      isPrinted = true;
      const message = timeTable(takeSteps(process.env), times.times, times.themeTimes);
      yield { type: 'test:stdout', data: { file: '', message } };
    }
    yield event;
  }
}
