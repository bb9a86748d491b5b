import type { LaglensErrorDetails } from '../../../../core/errors.ts';
import type { AgentLink, AppTarget, DeployOptions, InstalledCopy, Undo } from '../../device.ts';
import type { DeviceParts } from '../process/device-parts.ts';
import type { InstalledApp } from '../protocol/services/installation-proxy.ts';
import type { BuiltApp } from '../xcode/xcrun/built-apps.ts';

/** What a capture of an app begins with. */
export interface RouteRequest {
  readonly device: DeviceParts;
  readonly target: AppTarget;
  readonly options: DeployOptions;
  /** As it is installed now; undefined when it is not. */
  readonly installed: InstalledApp | undefined;
  /** The newest build of it on this computer. */
  readonly built: BuiltApp | undefined;
}

/** What a route answers: how it would go, or why it cannot. */
export type Plan =
  /** `unless` says why it was in vain when no agent comes of it; the next route is tried then. */
  { readonly deploy: () => Promise<AgentLink>; readonly unless?: string } | Unfit;

export interface Unfit {
  readonly unfit: string;
  /** Left out where nothing the person does would make it fit: it is for other devices. */
  readonly next?: string;
  /** What the facts say about an agent that should be there already; it is what the person is told when no route fits. */
  readonly verdict?: Pick<LaglensErrorDetails, 'code' | 'message' | 'action'>;
  /** It would fit if the person agreed to it. */
  readonly wantsConsent?: boolean;
}

/** A way to bring the agent into an app. */
export interface Route {
  /** As it stands in the log and in the progress line: “the agent that the app carries”. */
  readonly name: string;
  plan(request: RouteRequest): Promise<Plan>;
  /** How to undo what this route did in an earlier program; undefined when it is none of its own. */
  undoOf?(device: DeviceParts, copy: InstalledCopy, log: DeployOptions['log']): Undo | undefined;
}
