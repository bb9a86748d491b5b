/** Context keys that the extension sets; conditions of commands and menus read them. */
export const contextKeys = {
  recording: 'laglens.recording',
  hasSession: 'laglens.hasSession',
  hasPage: 'laglens.hasPage',
  nothingToRepeat: 'laglens.nothingToRepeat',
  hasBaseline: 'laglens.hasBaseline',
  heat: 'laglens.heat',
  heatCleared: 'laglens.heatCleared',
  heatPaths: 'laglens.heatPaths',
  sessionsFiltered: 'laglens.sessionsFiltered',
  sampleDone: 'laglens.sampleDone',
  captureDone: 'laglens.captureDone',
  diagnoseDone: 'laglens.diagnoseDone',
} as const;

/** Steps of the walkthrough that can be done. */
export const doneSteps = ['sample', 'capture', 'diagnose'] as const;
export type DoneStep = (typeof doneSteps)[number];

/** Name of the context key that ticks a step. */
export function doneKey(step: DoneStep): `${DoneStep}Done` {
  return `${step}Done`;
}

/** View type of the panel, which shows a capture or a session that was restored. */
export const PANEL_TYPE = 'laglens.panel';

/** View type of the editor of session files. */
export const EDITOR_TYPE = 'laglens.session';

/** View type of the editor of other tools' profiles by their own endings. */
export const PROFILE_TYPE = 'laglens.profile';

/** The same for endings that other editors have, too, such as `.json`. */
export const OTHER_PROFILE_TYPE = 'laglens.otherProfile';

/** VS Code opens any file by a type that a command names. */
export function editorTypeOf({ path }: { readonly path: string }): string {
  return path.endsWith('.laglens') ? EDITOR_TYPE : OTHER_PROFILE_TYPE;
}

/** The panel has the focus. */
export const inPanel = `activeWebviewPanelId == '${PANEL_TYPE}'`;

/** A session is there: on a page, perhaps a hidden one, or of this window's capture. */
export const hasAnySession = `${contextKeys.hasPage} || ${contextKeys.hasSession}`;

/** Any page of Laglens has the focus. */
export const inPage = `${inPanel} || activeCustomEditorId =~ /^laglens\\.(session|profile|otherProfile)$/`;
