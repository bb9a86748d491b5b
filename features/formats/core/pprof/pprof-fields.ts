/** Field numbers of https://github.com/google/pprof/blob/main/proto/profile.proto. */
export const profileField = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  string: 6,
  timeNanos: 9,
  durationNanos: 10,
  periodType: 11,
  period: 12,
  comment: 13,
  defaultSampleType: 14,
} as const;

export const valueTypeField = { type: 1, unit: 2 } as const;
export const sampleField = { location: 1, value: 2, label: 3 } as const;
export const labelField = { key: 1, text: 2, number: 3, unit: 4 } as const;
export const mappingField = { id: 1, start: 2, limit: 3, offset: 4, file: 5, buildId: 6 } as const;
export const locationField = { id: 1, mapping: 2, address: 3, line: 4 } as const;
export const lineField = { function: 1, line: 2 } as const;
export const functionField = { id: 1, name: 2, systemName: 3, file: 4, startLine: 5 } as const;
