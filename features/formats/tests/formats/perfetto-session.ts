import type { SessionModel } from '../../../../core/session/model/model.ts';
import { writePerfetto } from '../../core/perfetto/write.ts';
import { lagsOf } from './import-profile.ts';
import { twoThreads } from './two-threads.ts';

/** `twoThreads` with main's two messages, a mark and a counter, as a trace. */
export async function traceOfTwoThreads(): Promise<{ readonly trace: Uint8Array; readonly model: SessionModel }> {
  const model = await twoThreads((builder, main) => {
    builder.message(main, 0, 50_000, { target: 'android.os.Handler', callback: 'com.example.Checkout' });
    builder.mark(60_000, 'checkout');
    builder.counters(60_000, { footprintBytes: 50_000_000 });
    builder.message(main, 80_000, 90_000, { target: 'com.example.Ui', what: 7 });
  });
  const pieces = [...writePerfetto({ model, name: 'shop', lags: lagsOf(model, 40_000) })];
  return { trace: Buffer.concat(pieces.map((piece) => Buffer.from(piece))), model };
}
