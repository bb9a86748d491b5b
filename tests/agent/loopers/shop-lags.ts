import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { detectorOf } from '../../../scripts/demo/lag-watch.ts';
import type { CheckedLag } from '../../../scripts/demo/match.ts';
import { verdictOf } from '../../../scripts/demo/session-verdict.ts';
import { isKeptWaiting } from '../../cpu-time.ts';
import type { TruthLag } from '../../demo-app/truth-lags.ts';
import { untilOnTime } from '../on-time.ts';
import type { Span } from '../program.ts';
import type { Shop } from '../shop.ts';
import type { Host } from '../test-host.ts';

/** From here on pauses between messages count against one storm: message-gap.ts. */
const PAUSE_US = 1_000;
const RESTED_SHARE = 0.05;

/**
 * Makes the shop lag in each way while the agent has a processor, and judges its stream as the extension does. A kind is repeated while it is
 * judged wrong and the kernel kept one of the shop's threads from processors: main without a core lags for that.
 * @param longestUs the agent's allowed silence
 * @returns kinds without the right culprit, with the found lags
 */
export async function missedKinds(
  shop: Shop,
  host: Host,
  kinds: readonly string[],
  longestUs?: number,
): Promise<ReadonlyMap<string, string>> {
  const truth: TruthLag[] = [];
  const kept = new Set<string>();
  for (const kind of kinds) {
    const isKept = await isKeptWaiting(shop.pid, async () => {
      truth.push(await madeLag(shop, host, kind, longestUs));
    });
    if (isKept) kept.add(kind);
  }
  const missed = new Map(
    comparedWithTruth(host, truth).flatMap((lag) =>
      lag.found && lag.culpritRight !== false && lag.causeRight !== false && lag.wakerRight !== false ? [] : [[lag.kind, wrongText(lag)]],
    ),
  );
  const again = kinds.filter((kind) => kept.has(kind) && missed.has(kind));
  if (again.length === 0) return missed;
  for (const kind of again) missed.delete(kind);
  return new Map([...missed, ...(await missedKinds(shop, host, again, longestUs))]);
}

async function madeLag(shop: Shop, host: Host, kind: string, longestUs?: number): Promise<TruthLag> {
  for (;;) {
    const lag = await untilOnTime(host, () => shop.lagOnce(host, kind), longestUs);
    // Without a processor for the poster, main rests between messages, which rightly are many short lags.
    if (kind !== 'storm' || restedShare(host, lag) <= RESTED_SHARE) return lag;
  }
}

function wrongText({ found, foundDurationMs, durationMs, culpritRight, cause, causeRight, wakerRight }: CheckedLag): string {
  const length = `found ${found}: ${foundDurationMs} of ${durationMs} ms`;
  return `${length}, culprit right ${culpritRight}, cause right ${causeRight}, its thread ${wakerRight}: ${cause}`;
}

/** Share of a span between two messages of main. */
function restedShare(host: Host, { beginUs, endUs }: Span): number {
  const begins = host.all('messageBegin').filter(({ atUs }) => atUs > beginUs && atUs < endUs);
  const ends = host.all('messageEnd').filter(({ atUs }) => atUs > beginUs && atUs < endUs);
  const pauses = begins.map(({ atUs }) => atUs - (ends.findLast((end) => end.atUs <= atUs)?.atUs ?? atUs));
  return pauses.reduce((sum, us) => (us > PAUSE_US ? sum + us : sum), 0) / (endUs - beginUs);
}

function comparedWithTruth(host: Host, truth: readonly TruthLag[]): readonly CheckedLag[] {
  const { model, lags } = detectLags(host);
  return verdictOf(model, lags, truth).truth;
}

/** Lags within a time of the app's log. */
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
