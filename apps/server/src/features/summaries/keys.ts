import { createHash } from 'node:crypto'

export interface RecapForm {
  videoId: string
  /** Engine, model and version. */
  engine: string
  preset: string
  /** What its reader wants to know most, in their words. */
  focus?: string | null
}

/** What is known of a recap before its captions are read: requests with the same key share one job. */
export const requestKey = ({ videoId, engine, preset, focus }: RecapForm): string =>
  [videoId, engine, preset, ...(focus ? [createHash('sha256').update(focus).digest('hex').slice(0, 32)] : [])].join('|')

/** One video, one track, one form: one recap. */
export const recapKey = (request: string, trackHash: string): string =>
  createHash('sha256').update(`${request}|${trackHash}`).digest('hex')

const uploadPrefix = 'upload:'

/** The id of an uploaded file in place of a video's: the same for the same words of the same user. */
export const uploadId = (userId: number, trackHash: string): string =>
  uploadPrefix + createHash('sha256').update(`${userId}|${trackHash}`).digest('hex').slice(0, 32)

export const isUploadId = (videoId: string): boolean => videoId.startsWith(uploadPrefix)

/** Where an uploaded sound lies until it has been listened to. */
export const soundOf = (videoId: string): string => `sounds/${folderOfUpload(videoId)}`

/** The files of an upload have names that no other file can have, so that they can go when it goes. */
export const folderOfUpload = (videoId: string): string => videoId.replace(':', '-')
