import type { VideoChannel } from '@recaps/contract'
import { toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { ShowMore } from '../../../ui/ShowMore.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useChannelSearch } from '../../youtube/queries.ts'
import { useChannelPreviews } from '../queries.ts'
import { ChannelResult } from './ChannelResult.tsx'
import type { ChannelLimit } from './channel-limit.ts'
import { texts } from './texts.ts'

interface Props {
  query: string
  chosen: readonly VideoChannel[]
  channelLimit: ChannelLimit | null
  onAdd(channel: VideoChannel): void
  onRemove(id: string): void
}

/** Channels found on YouTube, with buttons to add or remove them. */
export function ChannelResults({ query, chosen, channelLimit, onAdd, onRemove }: Props) {
  const search = useChannelSearch(query)
  const channels = search.data?.pages.flatMap(page => page.items) ?? []
  const previews = useChannelPreviews(
    channels.map(({ id }) => id),
    false,
  )
  if (search.isPending) return <ResultsSkeleton />
  if (search.isError && !search.data) {
    return (
      <PartFailed query={search} retry={texts.retry}>
        {toProblem(search.error).sentence}
      </PartFailed>
    )
  }
  if (channels.length === 0) return <p className="wizard__none">{texts.nothingFound(query)}</p>
  return (
    <>
      <ul className="channel-results" aria-label={texts.results}>
        {channels.map(channel => (
          <ChannelResult
            key={channel.id}
            channel={channel}
            preview={previews.data?.get(channel.id)}
            action={
              chosen.some(({ id }) => id === channel.id) ? (
                <Button
                  kind="quiet"
                  isSmall
                  aria-label={texts.removeOne(channel.title)}
                  onClick={() => onRemove(channel.id)}
                >
                  {texts.remove}
                </Button>
              ) : (
                <Button
                  isSmall
                  icon="plus"
                  aria-label={texts.addOne(channel.title)}
                  disabled={channelLimit !== null && !channelLimit.canAdd(channel)}
                  onClick={() => onAdd(channel)}
                >
                  {texts.add}
                </Button>
              )
            }
          />
        ))}
      </ul>
      <ShowMore list={search} texts={texts} sentence={toProblem(search.error).sentence} />
    </>
  )
}

const ResultsSkeleton = () => (
  <Skeleton label={texts.searching}>
    <div className="channel-results">
      {[1, 2, 3].map(row => (
        <div className="channel-result" key={row}>
          <span className="wizard__round-bone">
            <Bone width="2.75rem" height="2.75rem" />
          </span>
          <div className="channel-result__words">
            <Bone width="60%" />
            <Bone width="90%" height="0.875rem" />
          </div>
        </div>
      ))}
    </div>
  </Skeleton>
)
