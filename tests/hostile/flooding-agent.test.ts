import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkLimits } from '../../host/capture/capture-options.ts';
import { floodRound, MOST_FLOOD_MB } from './flood-round.ts';
import { MOST_PEAK_MB } from './peak.ts';

const SECONDS = 2;
/** A burst of the link (BURST_BYTES in host/capture/flow.ts), and the piece that exceeds it. */
const BURST_BYTES = 33 << 20;

// `npm run soak -- floods` does the same longer, with all kinds.
for (const kind of ['noise', 'sampledThreads'] as const) {
  test(`an agent that floods its host with ${kind} is read at the link's rate, in bounded memory, and its recording is reported whole`, {
    timeout: 300_000,
  }, async () => {
    const { outcome, peakMb, report, reportPeakMb } = await floodRound(kind, SECONDS);
    const { bytes, ranMs } = outcome;
    const most = BURST_BYTES + (ranMs / 1_000) * linkLimits.bytesPerSecond;
    assert.ok(bytes > 1 << 20 && bytes <= most, `${bytes} bytes in ${ranMs} ms`);
    assert.ok(peakMb <= MOST_FLOOD_MB, `${peakMb} MB`);
    assert.ok(reportPeakMb <= MOST_PEAK_MB, `${reportPeakMb} MB to report`);
    assert.ok(!report.limits.includes('limitUnread'), `${report.limits}`);
  });
}
