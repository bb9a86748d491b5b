import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec as Spec, type TestEvent } from 'node:test/reporters';
import { GroupTimes } from './group-times.ts';
import { themes, tiles } from './groups.ts';
import { EndedPrograms } from './processors.ts';
import { type Step, timeTable } from './time-table.ts';

/**
 * Node's `spec` reporter with a table of times: minutes of each group and of the steps before, then a note. The closing figures stay last,
 * where people and machines read them.
 */
export async function* specWithTimes(
  events: AsyncIterable<TestEvent>,
  steps: readonly Step[],
  note: string,
): AsyncGenerator<string | Buffer> {
  yield* Readable.from(withTimes(events, steps, note)).compose<NodeJS.ReadWriteStream>(new Spec());
}

async function* withTimes(events: AsyncIterable<TestEvent>, steps: readonly Step[], note: string): AsyncGenerator<TestEvent> {
  const times = new GroupTimes(tiles, themes);
  const processors = new EndedPrograms();
  let isPrinted = false;
  for await (const event of events) {
    if (event.type === 'test:dequeue' || event.type === 'test:complete') {
      const { file = '', name } = event.data;
      const path = relative('.', file);
      // The runner has one such event for the whole file.
      if (name === path && event.type === 'test:dequeue') times.begin(path, Date.now());
      if (name === path && event.type === 'test:complete') {
        times.end(path, Date.now(), processors.takeMs(cpuMsOf(event.data)));
      }
    }
    if (event.type === 'test:diagnostic' && event.data.file === undefined && !isPrinted) {
      isPrinted = true;
      const message = timeTable(steps, times.times, times.themeTimes) + (note === '' ? '' : `${note}\n\n`);
      yield { type: 'test:stdout', data: { file: '', message } };
    }
    yield event;
  }
}

/** Of a file whose process goes on. */
function cpuMsOf(data: object): number | undefined {
  return 'cpuMs' in data && typeof data.cpuMs === 'number' ? data.cpuMs : undefined;
}
