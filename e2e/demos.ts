import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/**
 * Where the ports of the demos begin. They lie below those that a system gives to whoever asks for any, which a stand-in of
 * another demo could hold already; `npm test` looks for some that are free.
 */
const from = Number(process.env.E2E_PORTS ?? 23_100)

/** The demo with its own talks. */
export const demoPort = from + 17
/** The push services of the demo with its own talks. */
export const pushPort = from + 19
/** The demo with the recordings beside them, on the free plan. */
export const recordedPort = from + 18
/** The demo as it is, in which plans are bought and the clock is put forward. */
export const paymentPort = from + 20

/** The demo in which phones buy by card: its clock stays as it is. */
export const phonePaymentPort = from + 24
/** The demo in which phones buy in their stores, and where those are told what their customers do. */
export const storePort = from + 25
export const shopsPort = from + 26

/** The demo over a bucket. It starts with its journey. */
export const bucketPort = from + 27

/** The data folder of a demo. The configuration names where they all lie. */
export const dataDirOf = (port: number): string => path.join(process.env.E2E_DATA!, String(port))

/** The address of an operator's page of a demo, ready to open: `operatorPage(demoPort, '/dev/outbox')`. */
export function operatorPage(port: number, page: string): string {
  const token = readFileSync(path.join(dataDirOf(port), 'operator-token'), 'utf8').trim()
  return `http://localhost:${port}${page}?token=${token}`
}

/** Where the app's pages come from on phones: Android's way, which Chromium can do. */
export const phoneOrigin = 'https://localhost'

/** Real traffic of YouTube, beside the repository or where RECORDINGS says. */
export const recordings = path.resolve(root, process.env.RECORDINGS ?? '../shared/youtube')

/** The demo with somebody who counts visits, and who that is. */
export const countedPort = from + 21
export const plausiblePort = from + 22

/** What the journey through the recordings meets; a folder that lacks any of it is none for us. */
const needed = ['captions.json', 'search/videos-cirque', 'video/ok-manual-and-auto-captions', 'video/private']
export const hasRecordings = needed.every(name => existsSync(path.join(recordings, name)))
