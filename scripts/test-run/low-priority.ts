/** Loaded first into the processes of computing test files: waiting ones get a processor when their event comes. */
import { setPriority } from 'node:os';

const LOWER_BY = 3;

setPriority(LOWER_BY);
