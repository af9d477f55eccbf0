import { plainLine } from '@recaps/domain/plain-text'
import { type IParsedResponse, Parser, YTNodes } from 'youtubei.js'
import type { FoundChannel, SearchPage, SearchResult } from '../../ports/youtube-search.ts'
import { parseSubscribers } from './subscribers.ts'
import { channelThumbnails, videoThumbnails } from './thumbnails.ts'

/**
 * Reads the results of one type from a page of search results, the first page or a continuation. Null if the page has nothing
 * that we recognize, not even the message that there are no results.
 */
export const readResults = <Item extends SearchResult>(
  answer: object,
  { read }: ResultKind<Item>,
): SearchPage<Item> | null => {
  const page = Parser.parseResponse(answer)
  const memo = page.contents_memo ?? page.on_response_received_commands_memo
  if (memo === undefined) return null
  const items = read(memo)
  const continuation = memo
    .getType(YTNodes.ContinuationItem)
    .map(({ endpoint }): unknown => endpoint.payload?.token)
    .find(token => typeof token === 'string')
  const recognized = memo.getType(YTNodes.Video, YTNodes.Channel, YTNodes.Message, YTNodes.BackgroundPromo)
  if (items.length + recognized.length === 0 && continuation === undefined) return null
  return { items: unique(items), ...(continuation === undefined ? {} : { continuation }) }
}

type Memo = NonNullable<IParsedResponse['contents_memo']>

/** A type of search result: the search parameters that select it, and how to read it from a page. */
export interface ResultKind<Item extends SearchResult> {
  /** Field 2 (filters), field 2 (type) of the search parameters: 1 is videos, 2 is channels. */
  params: string
  read(memo: Memo): Item[]
}

export const videoKind: ResultKind<SearchResult> = { params: 'EgIQAQ%3D%3D', read: memo => videosIn(memo) }
export const channelKind: ResultKind<FoundChannel> = {
  params: 'EgIQAg%3D%3D',
  read: memo => memo.getType(YTNodes.Channel).map(channelResult),
}

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

/** The subscriber count may be in either field: YouTube moved it to where the video count was. */
const channelResult = ({
  id,
  author,
  description_snippet,
  video_count,
  subscriber_count,
}: YTNodes.Channel): FoundChannel => ({
  id,
  title: tidy(author.name),
  description: tidy(description_snippet.text),
  thumbnails: channelThumbnails(author.thumbnails[0]?.url),
  subscribers: parseSubscribers([video_count.text, subscriber_count.text]),
})

/** Reads a channel from the answer for its page; null if it is not a channel or no longer exists. */
export const readChannel = (answer: object, channelId: string): FoundChannel | null => {
  const page = Parser.parseResponse(answer)
  const metadata = page.metadata?.item()
  if (metadata?.is(YTNodes.ChannelMetadata)) {
    const { title, description, avatar } = metadata
    return {
      id: channelId,
      title: tidy(title),
      description: tidy(description),
      thumbnails: channelThumbnails(avatar[0]?.url),
      subscribers: parseSubscribers(factsOf(page.header?.item())),
    }
  }
  const gate = page.contents_memo?.getType(YTNodes.ChannelAgeGate)[0]
  if (gate === undefined) return null
  const thumbnails = channelThumbnails(gate.avatar[0]?.url)
  return { id: channelId, title: tidy(gate.channel_title), description: '', thumbnails, subscribers: null }
}

/** The texts below the name in the header of a channel: handle, subscribers, number of videos. */
const factsOf = (header: unknown): (string | undefined)[] =>
  header instanceof YTNodes.PageHeader
    ? (header.content?.metadata?.metadata_rows ?? []).flatMap(row =>
        (row.metadata_parts ?? []).map(part => part.text?.text),
      )
    : []

/** The library returns `N/A` for missing texts. */
const tidy = (text: string | undefined): string => (text === undefined || text === 'N/A' ? '' : plainLine(text))

const unique = <Item extends SearchResult>(items: Item[]): Item[] => [
  ...new Map(items.filter(({ id, title }) => id !== '' && title !== '').map(item => [item.id, item])).values(),
]
