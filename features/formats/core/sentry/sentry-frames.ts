import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { type PlacedImage, ReportImages } from '../field/native-frames.ts';
import { NamedFunctions } from '../import/named-functions.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { writtenNumber } from '../import/written-id.ts';

/** Platforms whose frames have a class as module. */
const MANAGED: ReadonlySet<string> = new Set(['android', 'java']);

/** Frames of Sentry's profiles, each made once. */
export class SentryFrames {
  readonly #task: ImportTask;
  readonly #images: ReportImages;
  readonly #named: NamedFunctions;
  readonly #platform: string;

  /** @param owner has `debug_meta` and `platform` */
  constructor(task: ImportTask, owner: unknown) {
    this.#task = task;
    this.#images = new ReportImages(task.builder);
    this.#named = new NamedFunctions(task);
    this.#platform = textField(owner, 'platform');
    for (const image of listField(field(owner, 'debug_meta'), 'images')) {
      const placed = placedImage(image);
      if (placed !== undefined) this.#images.add(placed);
    }
  }

  of(frame: unknown): number {
    const { builder } = this.#task;
    const name = textField(frame, 'function');
    const path = textField(frame, 'package');
    const place = { file: textField(frame, 'filename') || textField(frame, 'abs_path'), line: numberField(frame, 'lineno') ?? 0 };
    const module = textField(frame, 'module');
    if (module !== '' && name !== '' && MANAGED.has(textField(frame, 'platform') || this.#platform)) {
      return builder.frame({ class: module, function: name, ...place });
    }
    const address = writtenNumber(frame, 'instruction_addr');
    if (address !== undefined && this.#images.has(address)) return this.#images.frame(0, address, name, place);
    if (path.includes('/') && name !== '') return this.#named.frame(path, name);
    if (name !== '') return builder.frame({ function: name, ...place });
    if (address !== undefined) return this.#images.frame(0, address, '', place);
    return place.file === '' ? 0 : builder.frame({ function: '(anonymous)', ...place });
  }
}

function placedImage(image: unknown): PlacedImage | undefined {
  const base = writtenNumber(image, 'image_addr');
  const uuid = textField(image, 'debug_id') || textField(image, 'uuid');
  if (base === undefined) return undefined;
  return {
    path: textField(image, 'code_file'),
    uuid: uuid.slice(0, UUID_LETTERS),
    base,
    size: writtenNumber(image, 'image_size') ?? 0,
    linkedAt: writtenNumber(image, 'image_vmaddr') ?? 0,
  };
}

/** With dashes; an age may follow. */
const UUID_LETTERS = 36;
