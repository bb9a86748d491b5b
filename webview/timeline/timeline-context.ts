import type { PixelContext } from './columns.ts';

/** The part of a canvas context that the timeline draws with. */
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
