import type { ProtoReader } from '../../protobuf/proto-reader.ts';
import { annotationField, eventField, internedField } from '../tracks/trace-fields.ts';
import { textOf } from '../tracks/trace-tracks.ts';
import type { Note } from './fact-names.ts';

const MOST_NOTES = 32;

interface Names {
  text(field: number, iid: number | bigint): string | undefined;
}

/** Annotations of an event by name. @param event its fields, from the begin */
export function notesOf(event: ProtoReader, names: Names): ReadonlyMap<string, Note> {
  const notes = new Map<string, Note>();
  while (event.next()) {
    if (event.field !== eventField.annotations || notes.size === MOST_NOTES) continue;
    const annotation = event.message();
    let name = '';
    let note: Note | undefined;
    while (annotation.next()) {
      if (annotation.field === annotationField.nameIid) name = names.text(internedField.annotationNames, annotation.id()) ?? '';
      else if (annotation.field === annotationField.name) name = textOf(annotation);
      else if (annotation.field === annotationField.whole) note = annotation.signed();
      else if (annotation.field === annotationField.uint) note = annotation.unsigned();
      else if (annotation.field === annotationField.text) note = textOf(annotation);
    }
    if (note !== undefined) notes.set(name, note);
  }
  return notes;
}
