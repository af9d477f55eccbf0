import type { Summary } from '@recaps/contract'
import { channelUrl, watchUrl } from '@recaps/domain/youtube-ids'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { formatDay, formatLongDuration } from '../../../ui/time.ts'
import { texts as shared } from '../texts.ts'
import { videoLengthMs } from '../video-facts.ts'
import { videoTitle } from '../video-title.ts'
import { FollowCreator } from './FollowCreator.tsx'
import { texts } from './texts.ts'

interface Props {
  summary: Summary
  level: 'h1' | 'h2'
  children: ReactNode
  /** After the other buttons. */
  aside?: ReactNode
}

/** Title, creator and facts of the video, then the actions. */
export function SummaryHead({ summary, level: Title, children, aside }: Props) {
  const { videoInfo, focus } = summary
  const { publishedAt } = videoInfo
  const facts = [...(publishedAt ? [texts.published(formatDay(publishedAt))] : []), ...lengthFacts(summary)]
  return (
    <header className="summary-head">
      <Title className="summary-head__title" dir="auto">
        {videoTitle(videoInfo)}
      </Title>
      <div className="summary-head__creators">
        <p className="summary-head__line">
          <Creator summary={summary} />
        </p>
        <FollowCreator video={videoInfo} />
      </div>
      {facts.length > 0 && <p className="summary-head__line">{facts.join('\u00a0· ')}</p>}
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
        {aside}
      </div>
    </header>
  )
}

/** In other users' summaries, the creator's name links to the channel. */
function Creator({ summary: { access, videoInfo } }: { summary: Summary }) {
  const { channel, channelId } = videoInfo
  const name = <bdi className="summary-head__channel">{channel || shared.uploaded}</bdi>
  if (access === 'own' || !channel || !channelId) return <span className="clip-lines">{name}</span>
  return (
    <a
      className="summary-head__creator clip-lines"
      href={channelUrl(channelId)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {name}
    </a>
  )
}

/** `12 h video → 11 min read`, `saves 11 h 49 min`. */
function lengthFacts({ videoInfo, readMinutes }: Summary): string[] {
  const videoMs = videoLengthMs(videoInfo)
  if (videoMs === null || readMinutes === null) return []
  const savedMs = videoMs - readMinutes * 60_000
  // Uploads are recordings, not videos.
  const formatLength = videoInfo.videoUrl === null ? texts.fileLength : texts.videoLength
  const facts = [shared.saves(formatLength(formatLongDuration(videoMs)), texts.readLength(shared.minutes(readMinutes)))]
  return savedMs >= 60_000 ? [...facts, texts.saves(formatLongDuration(savedMs))] : facts
}
