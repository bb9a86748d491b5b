import { listField, textField } from '../../../../core/text/json-fields.ts';
import { uuidBytes } from '../field/native-frames.ts';
import type { SessionBuilder } from '../import/session-builder.ts';

const HEX = /^(?:[0-9a-f]{2}){4,64}$/i;
/** A UUID before its age. */
const UUID_LETTERS = 32;

/** Handles of a profile's libraries, each made when a frame needs it. */
export class Libraries {
  readonly #libs: readonly unknown[];
  readonly #builder: SessionBuilder;
  readonly #handles = new Map<number, number>();

  /** @param root has `libs` */
  constructor(root: unknown, builder: SessionBuilder) {
    this.#libs = listField(root, 'libs');
    this.#builder = builder;
  }

  /** 0 for none. */
  imageOf(index: number | undefined): number {
    if (index === undefined || this.#libs[index] === undefined) return 0;
    const known = this.#handles.get(index);
    if (known !== undefined) return known;
    const lib = this.#libs[index];
    const image = this.#builder.image({ path: textField(lib, 'path') || textField(lib, 'name'), buildId: buildIdOf(lib) });
    this.#handles.set(index, image);
    return image;
  }
}

/** `codeId` is the whole build id of ELF; Mach-O's UUID is `breakpadId` without its age. */
function buildIdOf(lib: unknown): Uint8Array {
  const code = textField(lib, 'codeId');
  const id = HEX.test(code) ? code : textField(lib, 'breakpadId').slice(0, UUID_LETTERS);
  return HEX.test(id) && !/^0+$/.test(id) ? uuidBytes(id) : new Uint8Array(0);
}
