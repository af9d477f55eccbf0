import type { SummarySentence } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { memo } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { type TextPosition, writtenWords } from './read-along.ts'
import { texts } from './texts.ts'

export interface SentenceActions {
  /** Plays from a sentence. Absent without audio. */
  listenFrom?: ((place: TextPosition) => void) | undefined
  /** Opens the video at a time. Absent without a video. */
  openAt?: ((atMs: number) => void) | undefined
  /** Reports a wrong sentence. Absent for visitors. */
  report?: ((sentence: SummarySentence) => void) | undefined
}

interface Props {
  sentence: SummarySentence
  section: number
  index: number
  actions: SentenceActions
  /** Index of the spoken word, -1 before the first. Null if this sentence is not being played. */
  word: number | null
}

/**
 * A sentence with its chip of actions. A tap on the text plays from here (`useSentenceGestures`). The chip, shown on hover and
 * focus, offers the same to keyboard users and opens the video at the cited second.
 */
export const SentenceText = memo(function SentenceText({ sentence, section, index, actions, word }: Props) {
  const atMs = sentence.cites[0]?.startMs
  const { listenFrom, openAt, report } = actions
  const isWeak = sentence.support === 'weak'
  return (
    <span
      className="sentence"
      data-now={word === null ? undefined : ''}
      data-weak={isWeak ? '' : undefined}
      data-hearable={listenFrom ? '' : undefined}
      data-place={`${section}/${index}`}
    >
      <span className="sentence__text" aria-current={word === null ? undefined : 'true'}>
        {word === null || word < 0 ? sentence.text : <Words text={sentence.text} word={word} />}
      </span>
      {isWeak && <span className="visually-hidden"> ({texts.weak})</span>}
      {(listenFrom || report || (openAt && atMs !== undefined)) && (
        <span className="sentence__chip">
          {listenFrom && (
            <button
              type="button"
              aria-label={texts.listenFromHere}
              title={texts.listenFromHere}
              onClick={() => listenFrom({ section, sentence: index })}
            >
              <Icon name="headphones" />
            </button>
          )}
          {atMs !== undefined && openAt && (
            <button type="button" aria-label={texts.openAt(toClock(atMs))} onClick={() => openAt(atMs)}>
              <Icon name="play" />
              {toClock(atMs)}
            </button>
          )}
          {report && (
            <button type="button" aria-label={texts.report} title={texts.report} onClick={() => report(sentence)}>
              <Icon name="flag" />
            </button>
          )}
        </span>
      )}{' '}
    </span>
  )
})

function Words({ text, word }: { text: string; word: number }) {
  const words = writtenWords(text)
  const spoken = words[word] ?? ''
  return (
    <>
      {words.slice(0, word).join('')}
      <span className="sentence__word">{spoken.trimEnd()}</span>
      {spoken.slice(spoken.trimEnd().length)}
      {words.slice(word + 1).join('')}
    </>
  )
}
