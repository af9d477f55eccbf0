import type { Summary } from '@recaps/contract'
import { watchUrl } from '@recaps/domain/video-url'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { length } from '../../../ui/time.ts'
import { texts as shared } from '../texts.ts'
import { titleOf } from '../title.ts'
import { videoLengthMs } from '../video-length.ts'
import { texts } from './texts.ts'

/** The creator and the video first; then what to do with the summary. */
export function SummaryHead({ summary, children }: { summary: Summary; children: ReactNode }) {
  const { videoInfo, focus } = summary
  return (
    <header className="summary-head">
      <h2 className="summary-head__title" dir="auto">
        {titleOf(videoInfo)}
      </h2>
      <p className="summary-head__line">
        <bdi className="summary-head__channel">{videoInfo.channel || shared.uploaded}</bdi>
        {lengthFacts(summary).map(fact => (
          <span key={fact}> · {fact}</span>
        ))}
      </p>
      {focus && (
        <p className="summary-head__line summary-head__focus" dir="auto">
          {texts.focus(focus)}
        </p>
      )}
      <div className="summary-head__actions">
        {children}
        {videoInfo.videoUrl && (
          <a
            className="button button--secondary"
            href={watchUrl(videoInfo.videoId)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon name="external" />
            {texts.watch}
          </a>
        )}
      </div>
    </header>
  )
}

/** `12 h video → 11 min read`, `saves 11 h 49 min`. */
function lengthFacts({ videoInfo, readMinutes }: Summary): string[] {
  const videoMs = videoLengthMs(videoInfo)
  if (videoMs === null || readMinutes === null) return []
  const savedMs = videoMs - readMinutes * 60_000
  const facts = [shared.saves(texts.videoLength(length(videoMs)), texts.readLength(shared.minutes(readMinutes)))]
  return savedMs >= 60_000 ? [...facts, texts.saves(length(savedMs))] : facts
}
