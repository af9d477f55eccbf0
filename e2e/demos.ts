import { existsSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** The demo with its own talks. */
export const demoPort = 43_117
/** The push services of the demo with its own talks. */
export const pushPort = 43_119
/** The demo with the recordings beside them, on the free plan. */
export const recordedPort = 43_118
/** The demo as it is, in which plans are bought and the clock is put forward. */
export const paymentPort = 43_120

/** Real traffic of YouTube, beside the repository or where RECORDINGS says. */
export const recordings = path.resolve(root, process.env.RECORDINGS ?? '../shared/youtube')

/** The demo with somebody who counts visits, and who that is. */
export const countedPort = 43_121
export const plausiblePort = 43_122

/** What the journey through the recordings meets; a folder that lacks any of it is none for us. */
const needed = ['captions.json', 'search/videos-cirque', 'video/ok-manual-and-auto-captions', 'video/private']
export const hasRecordings = needed.every(name => existsSync(path.join(recordings, name)))
