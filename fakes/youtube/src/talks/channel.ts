import type { FixtureChannel } from '../../fixtures/load.ts'
import {
  abbreviateCount,
  channelEndpoint,
  continuationItem,
  formatAge,
  formatCount,
  formatDuration,
  videoThumbnails,
  watchEndpoint,
} from '../renderers.ts'
import type { TalkLibrary, TalkVideo } from './talk-library.ts'

const PAGE_SIZE = 30

/** The Videos tab of a channel, with its header and metadata. */
export const channelAnswer = (library: TalkLibrary, channel: FixtureChannel): object => {
  const { id, title, description, handle, keywords, subscriberCount } = channel
  const avatar = (side: number) => ({
    url: `https://yt3.googleusercontent.com/${id}=s${side}-c-k-c0x00ffffff-no-rj`,
    width: side,
    height: side,
  })
  return {
    responseContext: {},
    contents: {
      twoColumnBrowseResultsRenderer: {
        tabs: [
          {
            tabRenderer: {
              endpoint: channelEndpoint(id, handle),
              title: 'Videos',
              selected: true,
              content: {
                richGridRenderer: { contents: gridItems(library, id, 0), targetId: `browse-feed${id}videos102` },
              },
            },
          },
        ],
      },
    },
    header: {
      pageHeaderRenderer: {
        pageTitle: title,
        content: {
          pageHeaderViewModel: {
            title: { dynamicTextViewModel: { text: { content: title } } },
            metadata: {
              contentMetadataViewModel: {
                metadataRows: [
                  [handle],
                  [`${abbreviateCount(subscriberCount)} subscribers`, `${library.listVideos(id).length} videos`],
                ].map(facts => ({ metadataParts: facts.map(content => ({ text: { content } })) })),
                delimiter: '•',
              },
            },
          },
        },
      },
    },
    metadata: {
      channelMetadataRenderer: {
        title,
        description,
        rssUrl: `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`,
        externalId: id,
        keywords: keywords.join(' '),
        ownerUrls: [`http://www.youtube.com/${handle}`],
        avatar: { thumbnails: [avatar(900)] },
        channelUrl: `https://www.youtube.com/channel/${id}`,
        isFamilySafe: true,
        availableCountryCodes: [],
        androidDeepLink: `android-app://com.google.android.youtube/http/www.youtube.com/channel/${id}`,
        vanityChannelUrl: `http://www.youtube.com/${handle}`,
      },
    },
  }
}

/** YouTube's answer for a private or deleted channel. */
export const unavailableChannelAnswer = (status: 'private' | 'deleted'): object => ({
  responseContext: {},
  header: { feedTabbedHeaderRenderer: {} },
  alerts: [
    {
      alertRenderer: {
        type: 'ERROR',
        text: {
          simpleText: status === 'private' ? 'This channel is not available.' : 'This channel does not exist.',
        },
      },
    },
  ],
})

/** The next page of videos in the tab; null if the token is unknown. */
export const channelContinuation = (library: TalkLibrary, token: string): object | null => {
  const [channelId = '', from] = Buffer.from(token, 'base64url').toString('utf8').split('|')
  if (library.channel(channelId) === undefined) return null
  const continuationItems = gridItems(library, channelId, Number(from))
  return { responseContext: {}, onResponseReceivedActions: [{ appendContinuationItemsAction: { continuationItems } }] }
}

const gridItems = (library: TalkLibrary, channelId: string, from: number): object[] => {
  const videos = library.listVideos(channelId)
  const until = from + PAGE_SIZE
  const more = videos.length > until ? [Buffer.from(`${channelId}|${until}`).toString('base64url')] : []
  return [
    ...videos
      .slice(from, until)
      .map(video => ({ richItemRenderer: { content: { lockupViewModel: lockup(video, library.now()) } } })),
    ...more.map(token => continuationItem(token, 'browse')),
  ]
}

const lockup = ({ id, title, durationSeconds, viewCount, publishedAt, state }: TalkVideo, now: Date) => ({
  contentImage: {
    thumbnailViewModel: {
      image: { sources: videoThumbnails(id).thumbnails },
      overlays: [
        {
          thumbnailBottomOverlayViewModel: {
            badges: [
              {
                thumbnailBadgeViewModel: {
                  text: state.kind === 'upcoming' ? 'UPCOMING' : formatDuration(durationSeconds),
                  badgeStyle: 'THUMBNAIL_OVERLAY_BADGE_STYLE_DEFAULT',
                },
              },
            ],
          },
        },
      ],
    },
  },
  metadata: {
    lockupMetadataViewModel: {
      title: { content: title },
      metadata: {
        contentMetadataViewModel: {
          metadataRows: [
            {
              metadataParts: [
                ...(state.kind === 'upcoming'
                  ? [{ text: { content: `Scheduled for ${new Date(now.getTime() + 3_600_000).toUTCString()}` } }]
                  : [
                      { text: { content: `${formatCount(viewCount)} views` } },
                      { text: { content: formatAge(publishedAt, now) } },
                    ]),
              ],
            },
          ],
          delimiter: ' • ',
        },
      },
    },
  },
  contentId: id,
  contentType: 'LOCKUP_CONTENT_TYPE_VIDEO',
  rendererContext: { commandContext: { onTap: { innertubeCommand: watchEndpoint(id) } } },
})
