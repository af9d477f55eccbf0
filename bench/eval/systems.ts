import { lead, lexrank, random, textrank } from './baselines.ts'
import type { System } from './units.ts'

/** The baselines, by name. */
export const BASELINES: Record<string, System> = { lead, random, lexrank, textrank }
