import type * as vscode from 'vscode';
import type { BuiltPath } from './path-map.ts';

/** The end of a search for a frame's source. */
export type Found =
  | {
      readonly type: 'found';
      readonly uri: vscode.Uri;
      /** The only file of this name declares another package, '' the default one. */
      readonly otherPackage?: string | undefined;
      /** No folder of the build's path matches, so it may be another file. */
      readonly byNameAlone?: boolean;
      /** Not the user's source. `apiLevel`: of Android's sources if not the phone's. */
      readonly library?: { readonly apiLevel?: number | undefined };
    }
  /** `elsewhere`: the build's path, for learning its mapping. */
  | { readonly type: 'nothing'; readonly searched: readonly string[]; readonly elsewhere?: BuiltPath }
  | { readonly type: 'cancelled' };
