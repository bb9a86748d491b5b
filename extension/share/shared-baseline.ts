import { deflateRawSync } from 'node:zlib';
import type { Baseline, BaselineGroup } from '../../core/analysis/lags/groups/baseline.ts';
import { mergedTrees } from '../../core/analysis/lags/groups/baseline-tree.ts';
import { comparedPart } from '../../core/analysis/lags/groups/compared-part.ts';
import { type Redaction, Redactor } from '../../core/session/copy/redaction.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { SHARED_SESSION } from '../../protocol/page-protocol.ts';

interface SharedSession {
  /** With the devices' serials and names. */
  readonly model: SessionModel;
  /** Its stable key. */
  readonly session: string;
  /** State of the page, unparsed. */
  readonly view: unknown;
  readonly redaction: Redaction;
}

/** Characters of the largest packed baseline: a page has at most 400 KB beyond its session. */
const MOST_CHARACTERS = 80_000;

/**
 * The baseline for a shared page, if the page compares with it. Another app's stays here unless the user compares with it: who gets the page
 * would see what else the user works on.
 */
export function sharedBaseline(baseline: Baseline | undefined, shared: SharedSession): Baseline | undefined {
  if (baseline === undefined) return undefined;
  const { kind } = comparedPart(shared.model, shared.session, baseline);
  const isCompared = kind === 'later' || kind === 'other' || (kind !== 'own' && comparesApps(shared.view));
  return isCompared ? redactedBaseline(baseline, shared) : undefined;
}

/** JSON, deflated, in base64. Threads are thinned to fit; undefined if the groups alone are too large. */
export function packedBaseline(baseline: Baseline, mostCharacters = MOST_CHARACTERS): string | undefined {
  const { threads } = baseline;
  for (let rows = Math.max(1, ...threads.map(({ tree }) => tree.parent.length)); rows >= 1; rows >>= 1) {
    const thinned = threads.map(({ name, tree }) => ({ name, tree: tree.parent.length <= rows ? tree : mergedTrees([tree], rows) }));
    const packed = deflateRawSync(JSON.stringify({ ...baseline, threads: thinned }), { level: 9 }).toString('base64');
    if (packed.length <= mostCharacters) return packed;
  }
  return undefined;
}

/** `ViewState.acrossApps` of the page. */
function comparesApps(view: unknown): boolean {
  return typeof view === 'object' && view !== null && 'acrossApps' in view && view.acrossApps === true;
}

function redactedBaseline(baseline: Baseline, { model, session, redaction }: SharedSession): Baseline {
  const redactor = new Redactor(redaction);
  for (const { process } of model.runs) if (process !== undefined) redactor.message(process);
  const name = (text: string): string => redactor.name(text);
  const group = ({ key, label, ...rest }: BaselineGroup): BaselineGroup => ({
    // Each part alone, as the page makes keys of redacted names.
    key: key.split('|').map(name).join('|'),
    label: name(label),
    ...rest,
  });
  return {
    ...baseline,
    title: redactor.sentence(baseline.title),
    // Keys are paths of this computer.
    session: baseline.session === session ? SHARED_SESSION : '',
    app: name(baseline.app),
    groups: baseline.groups.map(group),
    threads: baseline.threads.map((thread) => ({
      name: name(thread.name),
      tree: { ...thread.tree, names: thread.tree.names.map(name) },
    })),
  };
}
