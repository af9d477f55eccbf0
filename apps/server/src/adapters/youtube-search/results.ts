import { plainLine } from '@recaps/domain/plain-text'
import { type IParsedResponse, Parser, YTNodes } from 'youtubei.js'
import type { SearchPage, SearchResult } from '../../ports/youtube-search.ts'
import { channelThumbnails, videoThumbnails } from './thumbnails.ts'

export type SearchType = 'video' | 'channel'

/**
 * The results of one type on a page of search results, first page or continuation. Null when the page holds nothing that
 * we recognise, not even the words that there is nothing.
 */
export const resultsIn = (answer: object, type: SearchType): SearchPage | null => {
  const page = Parser.parseResponse(answer)
  const memo = page.contents_memo ?? page.on_response_received_commands_memo
  if (memo === undefined) return null
  const items = type === 'video' ? videosIn(memo) : memo.getType(YTNodes.Channel).map(channelResult)
  const continuation = memo
    .getType(YTNodes.ContinuationItem)
    .map(({ endpoint }): unknown => endpoint.payload?.token)
    .find(token => typeof token === 'string')
  const other = type === 'video' ? memo.getType(YTNodes.Channel) : memo.getType(YTNodes.Video)
  const words = memo.getType(YTNodes.Message, YTNodes.BackgroundPromo)
  if (items.length + other.length + words.length === 0 && continuation === undefined) return null
  return { items: unique(items), ...(continuation === undefined ? {} : { continuation }) }
}

type Memo = NonNullable<IParsedResponse['contents_memo']>

const videosIn = (memo: Memo): SearchResult[] => {
  const videos = memo
    .getType(YTNodes.Video)
    .map(video => videoResult(video.video_id, video.title.text, video.description))
  const lockups = memo
    .getType(YTNodes.LockupView)
    .filter(({ content_type }) => content_type === 'VIDEO')
    .map(({ content_id, metadata }) => videoResult(content_id, metadata?.title.text, ''))
  return [...videos, ...lockups]
}

const videoResult = (id: string, title: string | undefined, description: string): SearchResult => ({
  id,
  title: tidy(title),
  description: tidy(description),
  thumbnails: videoThumbnails(id),
})

const channelResult = ({ id, author, description_snippet }: YTNodes.Channel): SearchResult => ({
  id,
  title: tidy(author.name),
  description: tidy(description_snippet.text),
  thumbnails: channelThumbnails(author.thumbnails[0]?.url),
})

/** The first page of a channel as one result; null when it is no channel, or one that is gone. */
export const channelIn = (answer: object, channelId: string): SearchResult | null => {
  const page = Parser.parseResponse(answer)
  const metadata = page.metadata?.item()
  if (metadata?.is(YTNodes.ChannelMetadata)) {
    const { title, description, avatar } = metadata
    return {
      id: channelId,
      title: tidy(title),
      description: tidy(description),
      thumbnails: channelThumbnails(avatar[0]?.url),
    }
  }
  const gate = page.contents_memo?.getType(YTNodes.ChannelAgeGate)[0]
  if (gate === undefined) return null
  const thumbnails = channelThumbnails(gate.avatar[0]?.url)
  return { id: channelId, title: tidy(gate.channel_title), description: '', thumbnails }
}

/** The library says `N/A` where there is no text. */
const tidy = (text: string | undefined): string => (text === undefined || text === 'N/A' ? '' : plainLine(text))

const unique = (items: SearchResult[]): SearchResult[] => [
  ...new Map(items.filter(({ id, title }) => id !== '' && title !== '').map(item => [item.id, item])).values(),
]
