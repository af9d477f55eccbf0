import { defineJob } from '../../jobs/define-job.ts'

/**
 * The steps of a recap. Each is idempotent: it must claim the row first, and writes its result only if it still has the
 * claim.
 */
export const readCaptions = defineJob<{ recapId: number }>({
  name: 'summaries.read-captions',
  concurrency: 4,
  deadlineSeconds: 120,
})
/** Transcribing twelve hours of audio may take as long. A run that is stopped at the deadline resumes where it was. */
export const transcribeAudio = defineJob<{ recapId: number }>({
  name: 'summaries.transcribe-audio',
  concurrency: 2,
  deadlineSeconds: 12 * 3600,
})
export const writeSummary = defineJob<{ recapId: number }>({
  name: 'summaries.write-summary',
  concurrency: 2,
  // Enough for a small local model to read twelve hours; the built-in engine takes seconds.
  deadlineSeconds: 4500,
})
export const speakSummary = defineJob<{ audioId: number }>({
  name: 'summaries.speak-summary',
  concurrency: 2,
  deadlineSeconds: 900,
})
/** Fetches the captions again for a transcript whose file the storage has lost. */
export const restoreTranscript = defineJob<{ transcriptId: number; tries: number }>({
  name: 'summaries.restore-transcript',
  concurrency: 1,
  deadlineSeconds: 120,
})

export const summaryJobs = [readCaptions, transcribeAudio, writeSummary, speakSummary, restoreTranscript]
