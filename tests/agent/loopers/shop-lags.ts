import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { detectorOf, foundLag, thresholdMs } from '../../../scripts/demo/lag-watch.ts';
import { compare } from '../../../scripts/demo/match.ts';
import type { TruthLag } from '../../demo-app/truth-lags.ts';
import { untilOnTime } from '../on-time.ts';
import type { Span } from '../program.ts';
import type { Shop } from '../shop.ts';
import type { Host } from '../test-host.ts';

/** Pauses between two messages count from here on, and may make up so much of a storm that is one lag: message-gap.ts. */
const PAUSE_US = 1_000;
const RESTED_SHARE = 0.05;

/**
 * Makes the shop lag once in each way while the agent has a processor, and judges the agent's stream as the extension does.
 * @param longestUs how long that agent may be silent
 * @returns the kinds that were not found with the right culprit, with what was found
 */
export async function missedKinds(
  shop: Shop,
  host: Host,
  kinds: readonly string[],
  longestUs?: number,
): Promise<ReadonlyMap<string, string>> {
  const truth: TruthLag[] = [];
  for (const kind of kinds) {
    let lag = await untilOnTime(host, () => shop.lagOnce(host, kind), longestUs);
    // Where others keep the poster from running, main rests between its messages: what is left is many short lags, rightly.
    while (kind === 'storm' && restedShare(host, lag) > RESTED_SHARE)
      lag = await untilOnTime(host, () => shop.lagOnce(host, kind), longestUs);
    truth.push(lag);
  }
  return new Map(
    comparedWithTruth(host, truth).flatMap(({ kind, found, culpritRight, foundDurationMs, durationMs }) =>
      found && culpritRight !== false
        ? []
        : [[kind, `found ${found}: ${foundDurationMs} of ${durationMs} ms, culprit right ${culpritRight}`]],
    ),
  );
}

/** How much of a span main spent between two messages. */
function restedShare(host: Host, { beginUs, endUs }: Span): number {
  const begins = host.all('messageBegin').filter(({ atUs }) => atUs > beginUs && atUs < endUs);
  const ends = host.all('messageEnd').filter(({ atUs }) => atUs > beginUs && atUs < endUs);
  const pauses = begins.map(({ atUs }) => atUs - (ends.findLast((end) => end.atUs <= atUs)?.atUs ?? atUs));
  return pauses.reduce((sum, us) => (us > PAUSE_US ? sum + us : sum), 0) / (endUs - beginUs);
}

function comparedWithTruth(host: Host, truth: readonly TruthLag[]): ReturnType<typeof compare>['truth'] {
  const { model, lags, originUs } = detectLags(host);
  const [run] = model.runs;
  const window = { startMs: (run?.beginUs ?? 0) / 1000, durationMs: ((run?.nowUs ?? 0) - (run?.beginUs ?? 0)) / 1000 };
  const relative = truth.map((lag) => ({ ...lag, startMs: (lag.startUs - originUs) / 1000 }));
  return compare(relative, lags.map(foundLag), window, thresholdMs).truth;
}

/** The lags within a time of the app's own log. */
export function lagsWithin(host: Host, { startUs, durationMs }: TruthLag): readonly Lag[] {
  const { lags, originUs } = detectLags(host);
  const beginUs = startUs - originUs;
  return lags.filter((lag) => lag.endUs > beginUs && lag.beginUs < beginUs + durationMs * 1000);
}

function detectLags(host: Host): { readonly model: SessionModel; readonly lags: readonly Lag[]; readonly originUs: number } {
  const model = new SessionModel();
  for (const message of host.messages) model.apply(message);
  const originUs = model.runs[0]?.originUs;
  if (originUs === undefined) throw new Error('The agent said nothing of a run');
  const lagJudge = detectorOf(model);
  lagJudge.update();
  return { model, lags: lagJudge.lags, originUs };
}
