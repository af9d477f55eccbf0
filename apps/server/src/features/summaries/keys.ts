import { createHash } from 'node:crypto'

export interface RecapForm {
  videoId: string
  /** Engine, model and version. */
  engine: string
  preset: string
  /** What the user wants to know most, in their words. */
  focus?: string | null
}

/** Identifies a recap before its captions are read: requests with the same key share one job. */
export const requestKey = ({ videoId, engine, preset, focus }: RecapForm): string =>
  [videoId, engine, preset, ...(focus ? [createHash('sha256').update(focus).digest('hex').slice(0, 32)] : [])].join('|')

/** Identifies a finished recap: one video, one caption track, one form. */
export const recapKey = (request: string, trackHash: string): string =>
  createHash('sha256').update(`${request}|${trackHash}`).digest('hex')

const uploadPrefix = 'upload:'

/** The video id of an uploaded file: the same whenever the same user uploads the same content. */
export const uploadId = (userId: number, trackHash: string): string =>
  uploadPrefix + createHash('sha256').update(`${userId}|${trackHash}`).digest('hex').slice(0, 32)

export const isUploadId = (videoId: string): boolean => videoId.startsWith(uploadPrefix)

/** Storage key of an uploaded recording, which is stored until it is transcribed. */
export const recordingKey = (videoId: string): string => `sounds/${uploadFolder(videoId)}`

/** Files of an upload get names that no other file can have, so that they can be deleted with it. */
export const uploadFolder = (videoId: string): string => videoId.replace(':', '-')
