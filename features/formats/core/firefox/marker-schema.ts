/** `data.type` of markers that are written, the key of their schema. */
export const markerType = {
  lag: 'Lag',
  message: 'Message',
  collection: 'Collection',
  screen: 'Screen',
  text: 'Text',
} as const;

type FieldFormat = 'unique-string' | 'duration' | 'integer';

interface MarkerSchema {
  readonly name: string;
  readonly display: readonly ('marker-chart' | 'marker-table' | 'timeline-overview')[];
  readonly chartLabel: string;
  readonly tooltipLabel: string;
  readonly tableLabel: string;
  readonly description: string;
  readonly fields: readonly { readonly key: string; readonly label: string; readonly format: FieldFormat }[];
}

const inChart = ['marker-chart', 'marker-table'] as const;
const inTimeline = [...inChart, 'timeline-overview'] as const;

function schema(
  name: string,
  display: MarkerSchema['display'],
  label: string,
  description: string,
  fields: readonly (readonly [key: string, label: string, format: FieldFormat])[],
): MarkerSchema {
  const labels = { chartLabel: label, tooltipLabel: name, tableLabel: label };
  return { name, display, ...labels, description, fields: fields.map(([key, text, format]) => ({ key, label: text, format })) };
}

/** `meta.markerSchema`. */
export const markerSchemas: readonly MarkerSchema[] = [
  schema(markerType.collection, inTimeline, 'garbage collection', 'A pause for garbage collection.', []),
  schema(markerType.lag, inTimeline, '{marker.data.culprit}', 'A time in which the main thread did not reach its next message.', [
    ['kind', 'Kind', 'unique-string'],
    ['culprit', 'Function', 'unique-string'],
    ['screen', 'Screen', 'unique-string'],
    ['target', 'Handler', 'unique-string'],
    ['busy', 'Busy', 'duration'],
    ['blocked', 'Blocked', 'duration'],
    ['ready', 'No core free', 'duration'],
    ['unknown', 'Unknown', 'duration'],
  ]),
  schema(markerType.message, inChart, '{marker.data.target}', 'A message of the thread’s event loop.', [
    ['target', 'Handler', 'unique-string'],
    ['callback', 'Callback', 'unique-string'],
    ['what', 'what', 'integer'],
  ]),
  schema(markerType.screen, inChart, '{marker.data.screen}', 'The screen in front.', [['screen', 'Screen', 'unique-string']]),
  schema(markerType.text, inTimeline, '{marker.data.name}', 'A mark.', [['name', 'Details', 'unique-string']]),
];
