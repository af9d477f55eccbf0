import type { FixtureChannel } from '../../fixtures/load.ts'
import type { TalkLibrary, TalkVideo } from './talk-library.ts'

const NEWEST = 15

/** Atom feed of a channel: its 15 newest videos. As on YouTube, the channel id in the feed's header lacks its `UC`. */
export const channelFeed = (
  library: TalkLibrary,
  channel: FixtureChannel,
  isIncluded: (video: TalkVideo) => boolean = () => true,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=${channel.id}"/>
 <id>yt:channel:${channel.id.slice(2)}</id>
 <yt:channelId>${channel.id.slice(2)}</yt:channelId>
 <title>${xml(channel.title)}</title>
 <link rel="alternate" href="https://www.youtube.com/channel/${channel.id}"/>
 ${author(channel)}
 <published>${date(new Date(library.startedAt.getTime() - channel.joinedDaysAgo * 86_400_000))}</published>
${library.listVideos(channel.id).filter(isIncluded).slice(0, NEWEST).map(entry).join('\n')}
</feed>
`

/** The feed that the hub sends: only the new videos, with a generic title. */
export const hubFeed = (videos: readonly TalkVideo[]): string => `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="https://pubsubhubbub.appspot.com"/><link rel="self" href="https://www.youtube.com/xml/feeds/videos.xml?channel_id=${videos[0]?.channelId ?? ''}"/><title>YouTube video feed</title><updated>${date(videos[0]?.publishedAt ?? new Date(0))}</updated>
${videos.map(pushedEntry).join('\n')}
</feed>
`

const pushedEntry = (video: TalkVideo): string => ` <entry>
  <id>yt:video:${video.id}</id>
  <yt:videoId>${video.id}</yt:videoId>
  <yt:channelId>${video.channelId}</yt:channelId>
  <title>${xml(video.title)}</title>
  <link rel="alternate" href="https://www.youtube.com/watch?v=${video.id}"/>
  ${author(video.channel)}
  <published>${date(video.publishedAt)}</published>
  <updated>${date(video.publishedAt)}</updated>
 </entry>`

const entry = (video: TalkVideo): string => ` <entry>
  <id>yt:video:${video.id}</id>
  <yt:videoId>${video.id}</yt:videoId>
  <yt:channelId>${video.channelId}</yt:channelId>
  <title>${xml(video.title)}</title>
  <link rel="alternate" href="https://www.youtube.com/${video.isShort ? 'shorts/' : 'watch?v='}${video.id}"/>
  ${author(video.channel)}
  <published>${date(video.publishedAt)}</published>
  <updated>${date(video.publishedAt)}</updated>
  <media:group>
   <media:title>${xml(video.title)}</media:title>
   <media:content url="https://www.youtube.com/v/${video.id}?version=3" type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="https://i1.ytimg.com/vi/${video.id}/hqdefault.jpg" width="480" height="360"/>
   <media:description>${xml(video.description)}</media:description>
   <media:community>
    <media:starRating count="${video.likeCount}" average="5.00" min="1" max="5"/>
    <media:statistics views="${video.state.kind === 'upcoming' ? 0 : video.viewCount}"/>
   </media:community>
  </media:group>
 </entry>`

const author = ({ id, title }: FixtureChannel): string =>
  `<author><name>${xml(title)}</name><uri>https://www.youtube.com/channel/${id}</uri></author>`

const date = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, '+00:00')

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
