import { LaglensError } from '../../../../core/errors.ts';
import { joinedPhrase, phrase } from '../../../../core/text/phrase.ts';
import type { AgentLink } from '../../device.ts';
import type { Route, RouteRequest, Unfit } from './route.ts';

interface PassedOver extends Unfit {
  readonly name: string;
}

/**
 * Takes the first fitting route and logs why others were skipped.
 * @throws LaglensError when none fits
 */
export async function deployByFirstFit(routes: readonly Route[], request: RouteRequest): Promise<AgentLink> {
  const { options, target } = request;
  const passed: PassedOver[] = [];
  for (const route of routes) {
    const plan = await route.plan(request);
    options.signal.throwIfAborted();
    if ('deploy' in plan) {
      options.log(`By ${route.name}.${passed.length === 0 ? '' : ` Not used: ${whyNot(passed)}.`}`);
      options.progress(plan.step);
      try {
        return await plan.deploy();
      } catch (error) {
        const isInVain = plan.unless !== undefined && error instanceof LaglensError && error.code === 'agent-load-failed';
        if (!isInVain) throw error;
        passed.push({ name: route.name, unfit: plan.unless ?? '', next: error.next });
        continue;
      }
    }
    passed.push({ name: route.name, ...plan });
  }
  throw noneFits(target.app, passed);
}

function noneFits(app: string, passed: readonly PassedOver[]): LaglensError {
  const possible = passed.filter(({ next }) => next !== undefined);
  const found = passed.find(({ verdict }) => verdict !== undefined);
  if (found?.verdict === undefined || passed.some(({ wantsConsent }) => wantsConsent)) {
    return new LaglensError({
      code: 'route-none',
      message: phrase`The agent cannot be brought into ${app}. Tried: ${whyNot(possible)}.`,
      // The last route that a person can enable needs no change of the app.
      next: possible.at(-1)?.next ?? phrase`Update Laglens.`,
      action: 'pickApp',
    });
  }
  const others = possible.filter((each) => each !== found);
  const { code, message, action } = found.verdict;
  return new LaglensError({
    code,
    message: others.length === 0 ? message : phrase`${message} No other way fits: ${whyNot(others)}.`,
    next: found.next ?? phrase`Update Laglens.`,
    ...(action === undefined ? {} : { action }),
  });
}

function whyNot(passed: readonly PassedOver[]): string {
  return joinedPhrase(
    passed.map(({ name, unfit }) => phrase`${name} (${unfit})`),
    '; ',
  );
}
