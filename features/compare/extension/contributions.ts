export const compareCommands = {
  compareSelected: { title: 'Compare Selected…', icon: '$(compare-changes)', inPalette: 'false' },
} as const;

/** An item for several rows of the view Sessions; what holds beside the rows. */
export const compareSessionRows = [{ command: 'compareSelected', when: 'listMultiSelection', group: '2_compare@1' }] as const;

/** The same for files of the Explorer. */
export const compareFiles = [{ command: 'compareSelected', when: 'listMultiSelection', group: '3_laglens@1' }] as const;
