import { answerPages } from './pages.ts'
import { showPushes } from './pushes.ts'
import { answerKeptSounds } from './sounds.ts'
import { changeOverGently } from './versions.ts'

/** The service worker. It has no session and caches no API responses. */
changeOverGently()
answerPages()
answerKeptSounds()
showPushes()
