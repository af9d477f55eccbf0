import { createHash } from 'node:crypto'

export interface RecapForm {
  videoId: string
  /** Engine, model and version. */
  engine: string
  preset: string
}

/** What is known of a recap before its captions are read: requests with the same key share one job. */
export const requestKey = ({ videoId, engine, preset }: RecapForm): string => [videoId, engine, preset].join('|')

/** One video, one track, one form: one recap. */
export const recapKey = (request: string, trackHash: string): string =>
  createHash('sha256').update(`${request}|${trackHash}`).digest('hex')
