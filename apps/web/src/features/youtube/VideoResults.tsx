import type { VideoChannel } from '@recaps/contract'
import { toProblem } from '../../api/problem.ts'
import { PartFailed } from '../../ui/PartFailed.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { useProxiedThumbnail, useVideoSearch } from './queries.ts'
import { texts } from './texts.ts'
import './videos.css'

/** YouTube search results for a query. */
export default function VideoResults({ query, onChoose }: { query: string; onChoose(video: VideoChannel): void }) {
  const search = useVideoSearch(query)
  const videos = search.data?.pages.flatMap(page => page.items) ?? []

  if (search.isPending) return <ResultsSkeleton />
  if (search.isError && !search.data) {
    return (
      <PartFailed query={search} retry={texts.retry}>
        {toProblem(search.error).sentence}
      </PartFailed>
    )
  }
  if (videos.length === 0) return <p className="video-results__none">{texts.nothingFound(query)}</p>
  return (
    <section aria-label={texts.results}>
      <ul className="video-results">
        {videos.map(video => (
          <li key={video.id}>
            <VideoResult video={video} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <ShowMore list={search} texts={texts} sentence={toProblem(search.error).sentence} />
    </section>
  )
}

function VideoResult({ video, onChoose }: { video: VideoChannel; onChoose(video: VideoChannel): void }) {
  const picture = useProxiedThumbnail(video.thumbnails.medium || video.thumbnails.default)
  return (
    <button type="button" className="video-result" onClick={() => onChoose(video)}>
      <span className="video-result__picture">
        <Thumbnail src={picture} />
      </span>
      <span className="video-result__words">
        <span className="video-result__title clip-lines" dir="auto">
          {video.title}
        </span>
        <span className="video-result__description clip-lines" dir="auto">
          {video.description}
        </span>
      </span>
    </button>
  )
}

const ResultsSkeleton = () => (
  <Skeleton label={texts.searching}>
    <div className="video-results">
      {[1, 2, 3, 4].map(row => (
        <div className="video-result" key={row}>
          <span className="video-result__picture">
            <Bone height="100%" />
          </span>
          <span className="video-result__words">
            <Bone width="80%" />
            <Bone width="55%" height="0.875rem" />
          </span>
        </div>
      ))}
    </div>
  </Skeleton>
)
