import { type FailureCode, failures } from '@recaps/contract/failures'
import type { AnswerPart } from '@recaps/contract/summaries'
import { aiInteractionSentence } from '@recaps/domain/quota'
import { AppError, ProviderError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { Answerer } from '../../ports/answerer.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { type ConfirmedFirst, requireConfirmed } from './confirmed-first.ts'
import { missing } from './own-entry.ts'
import type { Reading } from './reading.ts'
import { findTranscript } from './recaps-repository.ts'
import { isReadable } from './repository.ts'
import { lostTranscript, type RestoringDeps } from './restoring.ts'

export interface AskingDeps extends ConfirmedFirst, RestoringDeps {
  subscriptions: Subscriptions
  answerer: Answerer
  reading: Pick<Reading, 'reach'>
}

/** Asking the video, for the plans that have it: what the transcript says, with the moments that say it, or that it does not say. */
export function createAsking(deps: AskingDeps) {
  const { db, storage, logger, metrics, subscriptions, answerer, reading } = deps

  /** Refuses before anything is sent; what goes wrong afterwards is the last part. */
  async function ask(session: Session, id: number, question: string, signal: AbortSignal) {
    // Before the summary is reached: reaching one of others may use up a community read.
    const plan = await subscriptions.activePlan(session.userId)
    if (!plan.aiInteraction) throw new AppError('plan_required', aiInteractionSentence())
    await requireConfirmed(db, session.userId, deps)
    const { row } = await reading.reach(session, id)
    if (!isReadable(row))
      throw new AppError('invalid_request', 'There is nothing to ask yet. Try again when it is ready.')
    const transcript = row.transcript_id === null ? undefined : await findTranscript(db, row.transcript_id)
    if (!transcript) throw missing()
    const packed = await storage.get(transcript.storage_key)
    if (!packed) throw await lostTranscript(transcript, deps)
    return told(
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

  async function* told(
    asked: Parameters<Answerer['answer']>[0],
    { signal, recapId }: { signal: AbortSignal; recapId: number },
  ): AsyncGenerator<AnswerPart> {
    try {
      for await (const part of answerer.answer(asked, { signal })) {
        if (part.kind === 'sentence') yield part
        else {
          if (part.cost) metrics.modelSpent(part.cost)
          yield { kind: 'end', found: part.found, engine: part.engine }
        }
      }
    } catch (error) {
      if (signal.aborted) return
      logger.warn({ err: error, recapId }, 'question not answered')
      const code: FailureCode = error instanceof ProviderError ? error.code : 'internal'
      yield { kind: 'error', code, error: failures[code].sentence }
    }
  }

  return { ask }
}
