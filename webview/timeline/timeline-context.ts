import type { PixelContext } from './columns.ts';

/** As much of a canvas context as the timeline draws with. */
export type TimelineContext = PixelContext &
  Pick<
    CanvasRenderingContext2D,
    | 'fillStyle'
    | 'strokeStyle'
    | 'lineWidth'
    | 'globalAlpha'
    | 'font'
    | 'textBaseline'
    | 'fillRect'
    | 'fillText'
    | 'measureText'
    | 'beginPath'
    | 'rect'
    | 'roundRect'
    | 'moveTo'
    | 'lineTo'
    | 'clip'
    | 'fill'
    | 'stroke'
    | 'save'
    | 'setLineDash'
    | 'restore'
  >;
