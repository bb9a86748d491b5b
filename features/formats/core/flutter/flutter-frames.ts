import { listField } from '../../../../core/text/json-fields.ts';
import { eachValue } from '../import/each-line.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { writtenNumber } from '../import/written-id.ts';

const USUAL_RATE = 60;

/** Frames of DevTools' performance screen: late if building or rastering takes longer than the display's period, as DevTools judges. */
export async function readFlutterFrames(performance: unknown, { builder, report, turns }: ImportTask): Promise<void> {
  const rate = writtenNumber(performance, 'displayRefreshRate');
  const frames = listField(performance, 'flutterFrames');
  if (frames.length > 0 && !(rate !== undefined && rate > 0))
    report.assumed('The display showed 60 frames a second: the file does not say.');
  const periodUs = 1e6 / (rate !== undefined && rate > 0 ? rate : USUAL_RATE);
  let count = 0;
  await eachValue(frames, { report, turns }, (frame) => {
    const startUs = writtenNumber(frame, 'startTime');
    const elapsedUs = writtenNumber(frame, 'elapsed');
    const buildUs = writtenNumber(frame, 'build');
    const rasterUs = writtenNumber(frame, 'raster');
    if (startUs === undefined || elapsedUs === undefined || buildUs === undefined || rasterUs === undefined) return 'frames without times';
    const lateUs = Math.max(0, Math.max(buildUs, rasterUs) - periodUs);
    builder.displayFrames(startUs + Math.max(0, elapsedUs), { lateUs, periodUs, inTime: lateUs > 0 ? 0 : 1 });
    count++;
    return true;
  });
  report.read('frames', count);
}
