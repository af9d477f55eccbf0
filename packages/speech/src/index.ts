/**
 * Text in, one MP3 and the times of its words out. `createVoice` speaks, `produceAudio` makes the whole of a script, `assembleAudio` does
 * the second half of it for voices from elsewhere.
 */
export { type AssemblyOptions, type Audio, assembleAudio } from './assembly/assemble.ts'
export type { Script } from './assembly/script.ts'
export { type LineTiming, PAUSES, type Pauses } from './assembly/timeline.ts'
export { type BuiltInVoice, createVoice, type VoiceOptions } from './flite/flite-voice.ts'
export type { FliteVoice } from './flite/open-flite.ts'
export type { Bitrate } from './mp3/encoder.ts'
export type { Chapter, Picture, Tags } from './mp3/id3.ts'
export { type ProductionOptions, produceAudio } from './produce-audio.ts'
export type { SentenceCache } from './sentence-cache.ts'
export { measureLoudness } from './sound/loudness.ts'
export { mono } from './sound/mono.ts'
export { trimSilence } from './sound/trim-silence.ts'
export { isWav, readWav, type Wav } from './sound/wav.ts'
export type { SpeakOptions, SpokenSentence, Voice, WordTiming } from './spoken-sentence.ts'
export { plainText, spokenText } from './text/speech-plan.ts'
export { type HeardToken, wordTimes } from './text/word-times.ts'
export { JobOverrunError, ThreadsClosedError } from './threads.ts'
