import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/**
 * First port of the demos. It is below the range from which the system picks free ports, because a fake of another demo may
 * already use one of those. `npm test` searches for a free block and passes it in `E2E_PORTS`.
 */
const firstPort = Number(process.env.E2E_PORTS ?? 23_100)

/** The default demo: only the example channels, on the Ultimate plan. */
export const demoPort = firstPort + 17
/** The fake push services of the default demo. */
export const pushPort = firstPort + 19
/** A demo that also serves recorded YouTube traffic, on the free plan. */
export const recordingsPort = firstPort + 18
/** A demo in which tests buy plans and advance the clock. */
export const paymentPort = firstPort + 20

/** A demo in which phones pay by card. Its clock is never advanced. */
export const phonePaymentPort = firstPort + 24
/** A demo in which phones buy in the app stores. */
export const storePort = firstPort + 25
/** Controls of that demo's fake stores: what their customers do. */
export const storeControlsPort = firstPort + 26

/** A demo that stores files in an S3 bucket. Its test starts it. */
export const bucketPort = firstPort + 27

/** The data folder of a demo, below `E2E_DATA` (set by playwright.config.ts). */
export const getDataDir = (port: number): string => path.join(process.env.E2E_DATA!, String(port))

/** URL of an operator page of a demo, including the operator token: `operatorPage(demoPort, '/dev/outbox')`. */
export function operatorPage(port: number, page: string): string {
  const token = readFileSync(path.join(getDataDir(port), 'operator-token'), 'utf8').trim()
  return `http://localhost:${port}${page}?token=${token}`
}

/** Origin of the app on phones. Android's; Chromium cannot serve the custom scheme of iOS. */
export const phoneOrigin = 'https://localhost'

/** Folder of recorded YouTube traffic: next to the repository, or `RECORDINGS`. */
export const recordings = path.resolve(root, process.env.RECORDINGS ?? '../shared/youtube')

/** A demo with visitor analytics, and its fake Plausible. */
export const analyticsPort = firstPort + 21
export const plausiblePort = firstPort + 22

/** Recordings used by recordings.long.spec.ts. */
const requiredRecordings = [
  'captions.json',
  'search/videos-cirque',
  'video/ok-manual-and-auto-captions',
  'video/private',
]
export const hasRecordings = requiredRecordings.every(name => existsSync(path.join(recordings, name)))
