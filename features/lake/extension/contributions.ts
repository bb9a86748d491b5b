export const lakeCommands = {
  compareVersions: { title: 'Compare Versions…', enablement: 'isWorkspaceTrusted', icon: '$(graph)' },
} as const;

/** Items of the title of the view Sessions; what holds beside the view. */
export const lakeSessionsTitle = [{ command: 'compareVersions', when: 'isWorkspaceTrusted', group: '1_open@3' }] as const;
