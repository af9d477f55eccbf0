import type { NewVideo, Summary, SummaryItem } from '@recaps/contract'
import { Link } from 'react-router'
import { toProblem } from '../../../api/problem.ts'
import { formatAge } from '../../../ui/age.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { formatShortDuration } from '../../../ui/time.ts'
import { useProxiedThumbnail } from '../../youtube/queries.ts'
import { itemDurations } from '../history/model.ts'
import { texts as summaryTexts } from '../texts.ts'
import { videoLengthMs } from '../video-facts.ts'
import { videoTitle } from '../video-title.ts'
import { texts } from './empty-box-texts.ts'
import { useRequestSummary } from './request-summary.ts'
import { useSuggestions } from './useSuggestions.ts'
import type { SummaryOptions } from './useSummaryOptions.ts'
import './suggestions.css'

interface Props {
  form: SummaryOptions
  onCreated(summary: Summary): void
}

/** Suggests new videos of followed channels, or popular summaries. Renders nothing while loading or without suggestions. */
export function Suggestions({ form, onCreated }: Props) {
  const suggested = useSuggestions()
  if (!suggested) return null
  const sectionTexts = texts.suggested[suggested.kind]
  return (
    <section className="suggestions" aria-labelledby="suggestions">
      <h2 className="suggestions__title" id="suggestions">
        {sectionTexts.title}
      </h2>
      <p className="suggestions__cost">{sectionTexts.cost(suggested.remaining)}</p>
      {suggested.kind === 'new' ? (
        <NewVideos videos={suggested.videos} form={form} onCreated={onCreated} />
      ) : (
        <ul className="suggestions__list">
          {suggested.items.map(item => (
            <li key={item.id}>
              <PopularSuggestion item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NewVideos({ videos, form, onCreated }: Props & { videos: readonly NewVideo[] }) {
  const request = useRequestSummary(onCreated)
  return (
    <>
      {request.isError && <Banner tone="danger">{toProblem(request.error).sentence}</Banner>}
      <ul className="suggestions__list">
        {videos.map(video => (
          <li key={video.videoId}>
            <VideoSuggestion
              video={video}
              isBusy={request.isPending && request.variables.urlOrId === video.videoId}
              onRequest={() =>
                !request.isPending && request.mutate({ urlOrId: video.videoId, title: video.title, ...form })
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function VideoSuggestion({ video, isBusy, onRequest }: { video: NewVideo; isBusy: boolean; onRequest(): void }) {
  const picture = useProxiedThumbnail(`https://i.ytimg.com/vi/${video.videoId}/mqdefault.jpg`)
  const lengthMs = videoLengthMs(video)
  const title = videoTitle(video)
  const facts = [...(lengthMs === null ? [] : [formatShortDuration(lengthMs)]), formatAge(video.publishedAt)]
  return (
    <article className="suggestion" aria-label={title}>
      <span className="suggestion__picture">
        <Thumbnail src={picture} />
      </span>
      <div className="suggestion__words">
        <h3 className="suggestion__title clip-lines" dir="auto">
          {title}
        </h3>
        <Facts channel={video.channel} facts={facts} />
      </div>
      <Button isSmall icon="generate" aria-label={texts.generateFor(title)} isBusy={isBusy} onClick={onRequest}>
        {texts.generate}
      </Button>
    </article>
  )
}

function PopularSuggestion({ item }: { item: SummaryItem }) {
  const { video, read } = itemDurations(item)
  const title = videoTitle(item.videoInfo)
  return (
    <article className="suggestion" aria-label={title}>
      <span className="suggestion__picture">
        <Thumbnail src={item.videoInfo.thumbnailUrl} />
      </span>
      <div className="suggestion__words">
        <h3 className="suggestion__title">
          <Link className="suggestion__link clip-lines" to={`/history-detail/${item.id}`} dir="auto">
            {title}
          </Link>
        </h3>
        <Facts
          channel={item.videoInfo.channel}
          facts={[video && read ? summaryTexts.saves(video, read) : (video ?? read)].flatMap(fact => fact ?? [])}
        />
      </div>
    </article>
  )
}

const Facts = ({ channel, facts }: { channel: string; facts: readonly string[] }) => (
  <p className="suggestion__facts">
    <span className="clip" dir="auto">
      {channel}
    </span>
    {facts.map(fact => ` · ${fact}`)}
  </p>
)
