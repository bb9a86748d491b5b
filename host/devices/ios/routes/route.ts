import type { LaglensErrorDetails } from '../../../../core/errors.ts';
import type { AgentLink, AppTarget, DeployOptions, InstalledCopy, Undo } from '../../device.ts';
import type { DeviceParts } from '../link/device-parts.ts';
import type { InstalledApp } from '../protocol/services/installation-proxy.ts';
import type { BuiltApp } from '../xcode/xcrun/built-apps.ts';

export interface RouteRequest {
  readonly device: DeviceParts;
  readonly target: AppTarget;
  readonly options: DeployOptions;
  /** Undefined when not installed. */
  readonly installed: InstalledApp | undefined;
  /** The newest local build. */
  readonly built: BuiltApp | undefined;
}

export type Plan =
  /** `step` says to people what begins. `unless` explains a missing agent; then the next route is tried. */
  { readonly deploy: () => Promise<AgentLink>; readonly step: string; readonly unless?: string } | Unfit;

export interface Unfit {
  readonly unfit: string;
  /** Left out when a person cannot change it. */
  readonly next?: string;
  /** The reason for a missing agent, reported when no route fits. */
  readonly verdict?: Pick<LaglensErrorDetails, 'code' | 'message' | 'action'>;
  /** Consent would make it fit. */
  readonly wantsConsent?: boolean;
}

/** A way to bring the agent into an app. */
export interface Route {
  /** For the log: “the agent that the app carries”. */
  readonly name: string;
  plan(request: RouteRequest): Promise<Plan>;
  /** Undoes an earlier program's change; undefined for other routes. */
  undoOf?(device: DeviceParts, copy: InstalledCopy, log: DeployOptions['log']): Undo | undefined;
}
