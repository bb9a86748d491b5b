import type { SessionModel } from '../../../../core/session/model/model.ts';
import { ImportReport } from '../../core/import/import-report.ts';
import { SessionBuilder } from '../../core/import/session-builder.ts';
import { modelOf } from './import-profile.ts';

/**
 * Main (tid 7): `Shop.open` calls `Cart.total` from 0 to 30 ms, `Cart.sort` to 50 ms, then nothing, `Cart.total` again from 80 to 90 ms.
 * A worker (tid 9): `Image.decode` from 10 to 30 ms.
 * @param more adds facts
 */
export async function twoThreads(more: (builder: SessionBuilder, main: number) => void = () => {}): Promise<SessionModel> {
  const builder = new SessionBuilder(new ImportReport('made'));
  builder.process({ name: 'com.example.shop', pid: 7, system: 'android', wallUs: 1_700_000_000_000_000 });
  const frame = (label: string, line: number): number => {
    const [name = '', method = ''] = label.split('.');
    return builder.frame({ class: `com.example.${name}`, function: method, file: `${name}.java`, line });
  };
  const open = builder.stack(0, frame('Shop.open', 4));
  const total = builder.stack(open, frame('Cart.total', 12));
  const sort = builder.stack(open, frame('Cart.sort', 30));
  const main = builder.thread({ name: 'main', tid: 7, isMain: true });
  const worker = builder.thread({ name: 'decoder', tid: 9 });
  builder.sample(main, 0, 30_000, total);
  builder.sample(main, 30_000, 50_000, sort);
  builder.sample(main, 80_000, 90_000, total);
  builder.sample(worker, 10_000, 30_000, builder.stack(0, frame('Image.decode', 5)));
  more(builder, main);
  return modelOf(builder);
}
