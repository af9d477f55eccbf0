import { defineJob } from '../../jobs/define-job.ts'

/** The steps of a recap. Each is idempotent: it looks at the row first, and its result counts only if the row still waits for it. */
export const readCaptions = defineJob<{ recapId: number }>({
  name: 'summaries.read-captions',
  concurrency: 4,
  deadlineSeconds: 120,
})
/** Twelve hours of sound may take as long to hear; a run that is stopped after that goes on where it was. */
export const transcribeAudio = defineJob<{ recapId: number }>({
  name: 'summaries.transcribe-audio',
  concurrency: 2,
  deadlineSeconds: 12 * 3600,
})
export const writeSummary = defineJob<{ recapId: number }>({
  name: 'summaries.write-summary',
  concurrency: 2,
  // Twelve hours by a small model on one machine; the built-in engine takes seconds.
  deadlineSeconds: 4500,
})
export const speakSummary = defineJob<{ audioId: number }>({
  name: 'summaries.speak-summary',
  concurrency: 2,
  deadlineSeconds: 900,
})
/** Fetches a transcript again that the storage has lost. */
export const restoreTranscript = defineJob<{ transcriptId: number; tries: number }>({
  name: 'summaries.restore-transcript',
  concurrency: 1,
  deadlineSeconds: 120,
})

export const summaryJobs = [readCaptions, transcribeAudio, writeSummary, speakSummary, restoreTranscript]
