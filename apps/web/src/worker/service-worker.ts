import { answerPages } from './pages.ts'
import { showPushes } from './pushes.ts'
import { answerKeptSounds } from './sounds.ts'
import { changeOverGently } from './versions.ts'

/** Works for the pages and apart from them. It has no session, and keeps no answer of the API. */
changeOverGently()
answerPages()
answerKeptSounds()
showPushes()
