import { type FailureCode, failures } from '@recaps/contract/failures'
import type { AnswerPart } from '@recaps/contract/summaries'
import { aiInteractionSentence } from '@recaps/domain/quota'
import { AppError, ProviderError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { Answerer } from '../../ports/answerer.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { type ConfirmedAddressRule, requireConfirmedAddress } from './confirmed-address.ts'
import { type LostFilesDeps, transcriptLostError } from './lost-files.ts'
import { summaryNotFound } from './own-summary.ts'
import type { SummaryReader } from './read-summary.ts'
import { findTranscript } from './recaps-repository.ts'
import { isReadable } from './summaries-repository.ts'

export interface VideoQuestionDeps extends ConfirmedAddressRule, LostFilesDeps {
  subscriptions: Subscriptions
  answerer: Answerer
  reader: Pick<SummaryReader, 'open'>
}

/**
 * Answers questions from the transcript, with the cited moments, or reports that the video has no answer. Requires a
 * plan with AI interaction.
 */
export function createVideoQuestions(deps: VideoQuestionDeps) {
  const { db, storage, logger, metrics, subscriptions, answerer, reader } = deps

  /** Throws before the response starts. Errors after that are yielded as the last part of the stream. */
  async function ask(session: Session, id: number, question: string, signal: AbortSignal) {
    // Checked before the summary is opened: opening another user's summary may use a community read.
    const plan = await subscriptions.activePlan(session.userId)
    if (!plan.aiInteraction) throw new AppError('plan_required', aiInteractionSentence())
    await requireConfirmedAddress(db, session.userId, deps)
    const { row } = await reader.open(session, id)
    if (!isReadable(row)) throw new AppError('invalid_request', 'You can ask questions once this summary is ready.')
    const transcript = row.transcript_id === null ? undefined : await findTranscript(db, row.transcript_id)
    if (!transcript) throw summaryNotFound()
    const packed = await storage.get(transcript.storage_key)
    if (!packed) throw await transcriptLostError(transcript, deps)
    return streamAnswer(
      {
        question,
        transcript: packed,
        kind: transcript.kind,
        language: transcript.language,
        durationMs: Math.max(row.duration_ms ?? 0, transcript.spoken_until_ms),
        title: row.title,
      },
      { signal, recapId: row.recap_id },
    )
  }

  async function* streamAnswer(
    question: Parameters<Answerer['answer']>[0],
    { signal, recapId }: { signal: AbortSignal; recapId: number },
  ): AsyncGenerator<AnswerPart> {
    try {
      for await (const part of answerer.answer(question, { signal })) {
        if (part.kind === 'sentence') yield part
        else {
          if (part.cost) metrics.modelSpent(part.cost)
          yield { kind: 'end', found: part.found, engine: part.engine }
        }
      }
    } catch (error) {
      if (signal.aborted) return
      logger.warn({ err: error, recapId }, 'answering a question failed')
      const code: FailureCode = error instanceof ProviderError ? error.code : 'internal'
      yield { kind: 'error', code, error: failures[code].sentence }
    }
  }

  return { ask }
}
