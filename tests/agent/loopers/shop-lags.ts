import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { detectorOf, foundLag, thresholdMs } from '../../../scripts/demo/lag-watch.ts';
import { compare } from '../../../scripts/demo/match.ts';
import type { TruthLag } from '../../demo-app/truth-lags.ts';
import type { Shop } from '../shop.ts';
import type { Host } from '../test-host.ts';

const TRIES = 4;

/**
 * Makes the shop lag once in each way, and judges the agent's stream as the extension does. A busy computer may take the processor from the
 * agent or the app: such a lag is made again.
 * @returns the kinds that were never found with the right culprit, with what was found at last
 */
export async function missedKinds(shop: Shop, host: Host, kinds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wrong = new Map<string, string>(kinds.map((kind) => [kind, 'never made']));
  for (let tries = 0; tries < TRIES && wrong.size > 0; tries++) {
    const truth: TruthLag[] = [];
    for (const kind of wrong.keys()) truth.push(await shop.lagOnce(host, kind));
    for (const { kind, found, culpritRight, foundDurationMs, durationMs } of comparedWithTruth(host, truth)) {
      if (found && culpritRight !== false) wrong.delete(kind);
      else wrong.set(kind, `found ${found}: ${foundDurationMs} of ${durationMs} ms, culprit right ${culpritRight}`);
    }
  }
  return wrong;
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
