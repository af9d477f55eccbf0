import type { Summary, SummaryItem } from '@recaps/contract'
import { resolveTimeframe, type TimeframeName } from '@recaps/domain/popularity'
import { communityLimitSentence } from '@recaps/domain/quota'
import { toSummaryItem } from '../../features/summaries/cache.ts'
import { HandlerFailure, type Handlers, type Input } from './handler.ts'
import { activePlanOf, monthUsage, type World } from './world.ts'

/** Memory handlers for other users' summaries: the popular list, opening one, and shared links. */
export function communityHandlers(world: World): Handlers {
  const shared = ({ params }: Input): Summary => {
    const found = world.shared.get((params as { token: string }).token)
    if (!found) throw new HandlerFailure('not_found')
    return found
  }
  const ownSummaryOf = ({ videoInfo }: Summary) =>
    [...world.summaries.values()].find(({ videoInfo: own, deleted }) => own.videoId === videoInfo.videoId && !deleted)
  const toItem = (summary: Summary): SummaryItem => {
    const own = ownSummaryOf(summary)
    const isOpened = world.openedReads.has(summary.id)
    return own
      ? toSummaryItem(own)
      : { ...toSummaryItem(summary), unread: !isOpened, audioUrl: isOpened ? summary.audioUrl : null }
  }
  const isHidden = (id: string | null) => world.hiddenChannels.some(({ channelId }) => channelId === id)
  return {
    'popular.hidden': () => ({ body: { data: world.hiddenChannels } }),
    'popular.hide'({ params }) {
      const { channelId } = params as { channelId: string }
      const found = Object.values(world.popular)
        .flat()
        .find(({ videoInfo }) => videoInfo.channelId === channelId)
      if (!found) throw new HandlerFailure('not_found', 'This channel is no longer in Popular.')
      const hidden = { channelId, channel: found.videoInfo.channel, hiddenAt: new Date(world.now()).toISOString() }
      if (!isHidden(channelId)) world.hiddenChannels = [hidden, ...world.hiddenChannels]
      return {}
    },
    'popular.show'({ params }) {
      const { channelId } = params as { channelId: string }
      world.hiddenChannels = world.hiddenChannels.filter(one => one.channelId !== channelId)
      return {}
    },
    'summaries.mostViewed'({ query }) {
      const { timeframe, page, pageSize, hide } = query as {
        timeframe: TimeframeName
        page?: number
        pageSize?: number
        hide?: 'known'
      }
      const isKnown = ({ access, unread }: SummaryItem) => access === 'own' || !unread
      const popular = world.popular[resolveTimeframe(timeframe)] ?? []
      const shown = popular.filter(({ videoInfo }) => !isHidden(videoInfo.channelId))
      const all = hide ? shown.filter(summary => !isKnown(toItem(summary))) : shown
      const [number, size] = [page ?? 1, pageSize ?? 10]
      const totalPages = Math.ceil(all.length / size)
      const pagination = {
        total: all.length,
        page: number,
        pageSize: size,
        totalPages,
        hasNextPage: number < totalPages,
        hasPreviousPage: number > 1,
      }
      return { body: { data: all.slice((number - 1) * size, number * size).map(toItem), pagination } }
    },
    'summaries.shared': input => ({ body: shared(input) }),
    'summaries.viewShared'(input) {
      shared(input)
      return {}
    },
  }
}

/** Opens a popular summary by its id and counts the community read; null if there is none. */
export function openPopular(world: World, id: number): Summary | null {
  const found = Object.values(world.popular)
    .flat()
    .find(summary => summary.id === id)
  if (!found) return null
  if (!world.openedReads.has(id) && monthUsage(world).communityReads.remaining <= 0)
    throw new HandlerFailure('community_reads_used_up', communityLimitSentence(activePlanOf(world)))
  world.openedReads.add(id)
  return { ...found, unread: false }
}

export const popularVideo = (world: World, videoId: string): Summary | undefined =>
  Object.values(world.popular)
    .flat()
    .find(({ videoInfo }) => videoInfo.videoId === videoId)
