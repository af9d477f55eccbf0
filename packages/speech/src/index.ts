/**
 * Text to speech: turns text into one MP3 with word timings. `createVoice` is the built-in voice, `produceAudio` speaks and assembles a
 * script, `assembleAudio` only assembles sentences that any other voice has spoken.
 */
export { type Audio, assembleAudio } from './assembly/assemble.ts'
export type { Script } from './assembly/script.ts'
export { PAUSES } from './assembly/timeline.ts'
export { createVoice } from './flite/flite-voice.ts'
export type { FliteVoiceName } from './flite/open-flite.ts'

export { produceAudio } from './produce-audio.ts'
export type { SentenceCache } from './sentence-cache.ts'
export { measureLoudness } from './sound/loudness.ts'
export { toMono } from './sound/mono.ts'
export { trimSilence } from './sound/trim-silence.ts'
export { isWav, readWav, type Wav } from './sound/wav.ts'
export type { SpeakOptions, SpokenSentence, Voice } from './spoken-sentence.ts'
export { plainText, spokenText } from './text/speech-plan.ts'
export { alignWordTimes, type TimedToken } from './text/word-times.ts'
